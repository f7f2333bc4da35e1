export const accountText = {
  who: (name: string, email: string) => `${name}, ${email}`,
  heading: 'Change your password',
  old: 'Old Password',
  password: 'New Password',
  passwordHint:
    '8 characters or more, with a lowercase and an uppercase letter, a number and a special character',
  confirm: 'Confirm New Password',
  lacking: 'Please enter your old password.',
  submit: 'CHANGE PASSWORD',
  submitting: 'CHANGING PASSWORD',
  about: 'You stay logged in here. You are logged out everywhere else.',
  changed: 'Your password is changed. Every other tablet asks you to log in again.',
  needsServer:
    'The server cannot be reached. Changing your password needs it. What you typed stays here. Check the network, then try again.',
  failed: 'The server could not change your password. Please try again.',
  logged: "Couldn't change the password",
  shared: 'Everyone in the demonstration shares these accounts. Nobody can change a password in it.',
} as const

export const sessionsText = {
  heading: 'Where you are logged in',
  reading: 'Contacting the server',
  here: 'This tablet',
  program: 'another program',
  aProgram: 'Another program',
  since: (moment: string) => `Logged in ${moment}`,
  seen: (moment: string) => `Last seen ${moment}`,
  end: 'LOG OUT',
  endOf: (name: string) => `Log out on ${name}`,
  endOthers: 'LOG OUT EVERYWHERE ELSE',
  ask: (name: string) => `Log out on ${name}?`,
  askOthers: 'Log out everywhere else?',
  askText: (count: number) =>
    count === 1
      ? 'Its screen asks for your password as soon as it has a network. Your unsent changes wait there for your next login.'
      : 'Their screens ask for your password as soon as they have a network. Your unsent changes wait there for your next login.',
  ending: 'LOGGING OUT',
  ended: (name: string) => `You are logged out on ${name}.`,
  endedOthers: 'You are logged out everywhere else.',
  failed: 'The server could not do this. Please try again.',
  unreachableTitle: 'The server cannot be reached.',
  unreachableText: 'Only the server knows where you are logged in. Check the network, then try again.',
  failedTitle: 'The list could not be loaded.',
  again: 'TRY AGAIN',
  shared: 'Everyone in the demonstration shares these accounts. The others are not shown.',
} as const
