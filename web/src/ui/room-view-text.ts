export const roomText = {
  open: 'ROOM VIEW',
  titleOf: (patient: string) => (patient === '' ? 'Room view' : `Room view of ${patient}`),
  close: 'CLOSE',
  previous: 'PREVIOUS',
  next: 'NEXT',
  pageOf: (page: number, total: number) => `${page} of ${total}`,
  mayTurnOff: 'This browser cannot keep the screen on.',
} as const
