/** What keeps somebody from being the second person, at the field where it is wrong. */
export const secondPersonText = {
  noEmail: 'Please choose who checks, or enter their email.',
  noPassword: 'Please enter the password of the person who checks.',
  samePerson: 'You are logged in on this tablet. Someone else has to check the weight.',
  unknown:
    'Nobody from your clinic has logged in on this tablet with this email. They have to log in here once first.',
  wrong: 'This is not the password last used on this tablet.',
  wrongWait: (wait: string) =>
    `This is not the password last used on this tablet. Wait ${wait} before the next try.`,
  waiting: (wait: string) => `Too many wrong passwords. Wait ${wait} before the next try.`,
  notAllowed:
    'This tablet cannot check this password. Either your organization does not allow logging in without the server, or the password has changed. They have to log in here once first.',
} as const
