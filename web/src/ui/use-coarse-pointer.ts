import { useMedia } from './use-media.ts'

/** True where fingers are the main pointer; changes when a keyboard with a trackpad is attached. */
export const useCoarsePointer = (): boolean => useMedia('(pointer: coarse)')
