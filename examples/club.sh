#!/usr/bin/env bash
# A correspondence club: reads the mails of INBOX, keeps the records of GAMES, writes OUTBOX.
#
#   club.sh INBOX GAMES OUTBOX
#
# A mail is a file INBOX/*.eml whose Subject names the game, as in `[game-7]`; GAMES/game-7.aof is
# its record (begin one with `aofref new aof2 --player E=anna@example.org ... > GAMES/game-7.aof`),
# with the players' addresses in the tags of their armies.  Each mail is answered by one file in
# OUTBOX, and then moved to INBOX/done.
set -euo pipefail
inbox=$1 games=$2 outbox=$3
mkdir -p "$inbox/done" "$outbox"

header() { # NAME MESSAGE: the value of a header, continuation lines and all
  sed -n '/^\r\{0,1\}$/q; p' "$2" | sed -e ':a' -e '$!N' -e 's/\r\{0,1\}\n[ \t]\{1,\}/ /' -e 'ta' \
    -e 'P;D' | sed -n "s/^$1:[ \t]*//Ip" | head -n 1 | tr -d '\r'
}

tag_of() { # ADDRESS RECORD: the tag that holds an address, an army's name
  awk -F'"' -v who="$1" '/^\[/ && tolower($2) == tolower(who) {
    gsub(/[[ ]/, "", $1); print $1; exit }' "$2"
}

for mail in "$inbox"/*.eml; do
  [ -e "$mail" ] || continue
  subject=$(header Subject "$mail")
  from=$(header From "$mail" | sed 's/.*<\(.*\)>.*/\1/')
  name=$(printf '%s' "$subject" | sed -n 's/.*\[\([A-Za-z0-9-]\{1,40\}\)\].*/\1/p')
  record=$games/$name.aof
  reply=$outbox/$(basename "$mail" .eml).eml
  {
    printf 'To: %s\nSubject: Re: %s\nMIME-Version: 1.0\n' "$from" "$subject"
    printf 'Content-Type: text/plain; charset=utf-8\n\n'
    army=
    [ -n "$name" ] && [ -e "$record" ] && army=$(tag_of "$from" "$record")
    if [ -z "$army" ]; then
      echo "You play no game of that name here: write it into the subject, as in [game-7]."
    elif told=$(aofref play --in-place "$record" --by "${army:0:1}" --mail "$mail" 2>&1); then
      printf '%s\n\nThe record:\n\n' "${told##*.eml: }"
      cat "$record"
      aofref show "$record"
    else
      printf 'Your move was not played:\n\n%s\n' "${told//"$mail"/your mail}"
    fi
  } > "$reply"
  mv "$mail" "$inbox/done/"
done
