import { useMedia } from '../../ui/use-media.ts'

/** As narrow as the style sheets take for a phone: all of the sheet stands in one column. */
export const usePhone = (): boolean => useMedia('(max-width: 45.99rem)')
