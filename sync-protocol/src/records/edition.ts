/**
 * The edition of contents: each mutation says with which it was made. It grows with the first release that knows a field which
 * the release before did not, and such a field says so (`since`). The server takes every edition up to its own.
 */
export const EDITION = 5
