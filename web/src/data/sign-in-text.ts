/** What a sign-in that failed says (`spec 1 §8`), misspelling included. */
export const signInText = {
  unknown: 'An unknown error occured. Please contact customer support.',
  refused: "This email hasn't been registered or the password is incorrect. Please try again!",
  offline: 'The server cannot be reached. The first sign-in on this tablet needs it.',
  wrongPasswordOffline:
    'The server cannot be reached, and this is not the password last used on this tablet.',
  noPermissions: "You don't have access to anything yet. Ask whoever manages your organization.",
} as const
