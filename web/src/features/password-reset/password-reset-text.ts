const unreachable =
  'The server cannot be reached. A password can only be reset with a network. Check it, then try again.'

export const forgotText = {
  prompt: 'Please enter your email.',
  email: 'Email',
  submit: 'SUBMIT',
  submitting: 'SUBMITTING',
  submitted: {
    said: 'Request submitted.',
    more: "Thank you! If your email exists, we've sent a password reset link to your inbox.",
  },
  hint: 'No email after a few minutes? Check your spam folder, or ask whoever manages the organization.',
  problemTitle: 'The server had a problem with this request.',
  toLogin: 'Return to Login',
  unreachable,
  again: 'TRY AGAIN',
  logged: "Couldn't send password reset request",
} as const

export const resetText = {
  checking: 'Checking the link',
  heading: 'Reset your password below.',
  password: 'Enter New Password',
  passwordHint:
    '8 characters or more, with a lowercase and an uppercase letter, a number and a special character',
  confirm: 'Confirm New Password',
  submit: 'SUBMIT',
  submitting: 'SUBMITTING',
  changed: {
    said: 'Password changed.',
    more: 'Your password has been successfully changed.',
  },
  failed: {
    said: "Couldn't change password.",
    more: 'Either your password reset link has expired or an unexpected error occured.',
  },
  maybeChanged:
    'An earlier attempt may have reached the server anyway. Try logging in with the new password first.',
  newLink: 'Request a new link',
  toLogin: 'Return to Login',
  unreachableTitle: 'The server cannot be reached.',
  unreachableText: 'A password can only be reset with a network. Check it, then try again.',
  unreachable,
  again: 'TRY AGAIN',
  loggedCheck: "Couldn't confirm validity of password reset request",
  loggedSubmit: "Couldn't submit password change",
} as const
