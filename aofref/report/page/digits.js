/* Small numbers are written with two digits each. */
const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
const VALUE = Object.fromEntries([...DIGITS].map((digit, n) => [digit, n]));
const number = (text, at) => VALUE[text[at]] * 64 + VALUE[text[at + 1]];
const numbers = (text) => Array.from({ length: text.length / 2 }, (_, n) => number(text, 2 * n));
