export const lostStorageText = {
  title: 'This browser deleted what was stored for this tablet.',
  sent: 'What had been sent to the server is safe, and is loaded again when somebody logs in.',
  unsent:
    'What was saved on this tablet and not sent yet at that time is lost: compare the last sheets and draws with what was really given, and enter again what is missing.',
  prevent: 'Adding the app to the home screen protects what is stored.',
  read: 'I HAVE READ THIS',
  notKept: 'That you have read it could not be kept.',
} as const
