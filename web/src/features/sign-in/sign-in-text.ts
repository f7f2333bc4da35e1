export const loginText = {
  heading: 'Welcome back! Please log in below.',
  email: 'Email',
  password: 'Password',
  logIn: 'LOG IN',
  loggingIn: 'LOGGING IN',
  forgot: 'Forgot Password?',
  unknown: 'An unknown error occured. Please contact customer support.',
  lacking: { email: 'Please enter your email.', password: 'Please enter your password.' },
  waitLeft: (wait: string) => `Next try in ${wait}.`,
  mayTry: 'You can try again now.',
} as const

export const tryText = {
  title: 'Anesthesia sheets for dogs and cats',
  facts: [
    'Each drug’s volume as soon as you enter the weight. A misplaced decimal point is flagged.',
    'Works without Wi-Fi. Nothing you save is lost.',
    'Keeps your controlled-substance records.',
  ],
  enter: 'TRY THE DEMONSTRATION',
  entering: 'OPENING THE DEMONSTRATION',
  how: 'No password needed. All visitors share it, so enter no real patients.',
} as const

export const knownText = {
  list: 'People who use this tablet',
  forget: (name: string) => `Forget ${name} on this tablet`,
  forgetTitle: (name: string) => `Forget ${name} on this tablet?`,
  forgetText:
    'They need the server for their next login here. What they saved and did not send stays, and is sent under their name.',
  forgotten: (name: string) => `This tablet has forgotten ${name}.`,
  notForgotten: 'This tablet could not forget them. Please try again.',
} as const

export const switchText = {
  title: 'Switch user',
  other: 'Someone else',
  intro: 'Your unfinished work is kept for you.',
  password: 'Password',
  email: 'Email',
  logIn: 'LOG IN',
  loggingIn: 'LOGGING IN',
} as const

export const wipedText = {
  title: (organization: string) =>
    organization === '' ? 'This tablet was revoked.' : `${organization} revoked this tablet.`,
  text: 'Its records were removed after everything unsent was sent, or a person discarded it. What was sent after it was revoked waits for approval. Log in on another tablet and open Needs Attention.',
} as const

export const removedDemonstrationText = {
  title: 'The demonstration was removed from this server.',
  text: 'All of its data was removed from this tablet too.',
} as const

export const resetDemonstrationText = {
  title: 'The demonstration was reset.',
  text: 'What was entered in it is gone, from this tablet too. You can open it again.',
} as const

export const unsentText = {
  title: (name: string, count: number) =>
    `${name}: ${count === 1 ? '1 change on this tablet is' : `${count} changes on this tablet are`} not sent.`,
  waits: (count: number) => `${count === 1 ? 'It is' : 'They are'} sent when this person next logs in here.`,
  /** Without anybody logged in the server does not say whether the account is still there. */
  shutOut: (count: number) =>
    `${count === 1 ? 'It is' : 'They are'} sent when this person next logs in here. Or someone who may change records created by others can log in here and decide on ${count === 1 ? 'it' : 'them'} in Needs Attention.`,
  removed: (count: number) =>
    `The account was removed. Someone who may change records created by others can log in here and decide on ${count === 1 ? 'it' : 'them'} in Needs Attention.`,
} as const

export const setupText = {
  heading: 'Set up your clinic',
  intro: 'It takes a minute. Then you can make the first sheet. You will manage the organization.',
  clinic: 'Clinic',
  organization: 'Organization Name',
  you: 'You',
  name: 'Your Name',
  email: 'Email',
  password: 'Password',
  passwordHint: '8 or more recommended',
  confirm: 'Confirm Password',
  library: 'Starter library',
  libraries: { demonstration: 'Demonstration', empty: 'Empty' },
  libraryHint: {
    demonstration: 'Drugs, protocols and procedures to start with. Check every number before use.',
    empty: 'You enter your own drugs, protocols and procedures.',
  },
  server: 'Server',
  code: 'Setup Code',
  codeHint: 'The server prints it when it starts.',
  submit: 'CREATE CLINIC',
  submitting: 'CREATING CLINIC',
  checking: 'Contacting the server',
  closedTitle: 'This server already has a clinic.',
  closedText: 'Ask whoever manages the organization for an account, then log in.',
  unreachableTitle: 'The server cannot be reached.',
  unreachableText: 'Setting up a clinic needs the server. Check the network, then try again.',
  again: 'TRY AGAIN',
  toLogin: 'Return to Login',
  created: 'The clinic is set up, but you could not be logged in. Please log in.',
} as const
