export const storageText = {
  lost: 'This browser deleted what was stored for this tablet.',
  sent: 'What had been sent to the server is safe, and is loaded again when you log in. Log out first if you are still logged in.',
  unsent:
    'What was saved on this tablet and not sent yet at that time is lost: compare the last sheets and draws with what was really given, and enter again what is missing.',
  prevent: 'Adding the app to the home screen protects what is stored.',
  read: 'I HAVE READ THIS',
  notKept: 'That you have read it could not be kept.',
  full: 'The storage of this tablet is full.',
  kept: 'What was said to be saved is kept and will be sent. The next change may not find room.',
  missing:
    'Until there is room, what others change may be missing here, and what is marked “Not sent yet” may have been sent.',
  free: 'Delete photos, downloads or apps that nobody needs from this tablet, or work on another one until there is room.',
} as const
