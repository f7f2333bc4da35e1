export const updateText = {
  ready: 'A new version is ready',
  apply: 'UPDATE NOW',
}
