export const emergencyWayText = { emergency: 'EMERGENCY' } as const
