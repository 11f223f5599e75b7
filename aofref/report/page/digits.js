const { entries, fromEntries } = Object, { abs, ceil, floor, hypot, max, min } = Math;

/* Small numbers are written with two digits each. */
const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
const VALUE = fromEntries([...DIGITS].map((digit, n) => [digit, n]));
const number = (text, at) => VALUE[text[at]] * 64 + VALUE[text[at + 1]];
const numbers = (text) => Array.from({ length: text.length / 2 }, (_, n) => number(text, 2 * n));
/* A set of numbers: the first and how many in a row, in one digit. */
const numberSet = (text) => new Set((text.match(/.../g) || []).flatMap((run) => Array.from({ length: VALUE[run[2]] }, (_, n) => number(run, 0) + n)));
