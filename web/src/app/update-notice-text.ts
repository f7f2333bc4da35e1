export const updateText = {
  ready: 'A new version is ready',
  required: 'This version of the app is too old for the server',
  requiredText:
    'What you saved is safe on this tablet, and unsent changes are still sent. Update the app to see what others save.',
  looking: 'Looking for the new version…',
  apply: 'UPDATE NOW',
}
