export const emergencyWayText = {
  emergency: 'EMERGENCY',
  code: 'CODE',
  codeRunning: 'EMERGENCY, a code is running',
} as const
