export const updateText = {
  ready: 'A new version is ready',
  required: 'This version of the app is too old for the server',
  requiredText:
    'What you saved is safe on this tablet, and what is unsent is sent. To see what others save, the app has to be updated.',
  looking: 'The new version is being looked for.',
  apply: 'UPDATE NOW',
}
