export const storageText = {
  lost: 'The browser deleted this app’s data from this tablet.',
  sent: 'Everything already sent to the server is safe and loads again when you log in. If you are still logged in, log out first.',
  unsent:
    'Anything saved on this tablet but not sent by then is lost. Compare the last sheets and draws with what was actually given, and enter again what is missing.',
  prevent: 'Adding the app to the home screen protects its data.',
  read: 'I HAVE READ THIS',
  notKept: 'Could not save that you have read this.',
  full: 'This tablet’s storage is full.',
  kept: 'Everything shown as saved is safe and will be sent. There may be no room for the next change.',
  missing:
    'Until there is room, changes by others may be missing here, and changes marked “Not sent yet” may already be sent.',
  free: 'Delete photos, downloads or apps that nobody needs from this tablet, or use another tablet until there is room.',
} as const
