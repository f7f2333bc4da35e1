import { formatNumber } from '../../ui/format.ts'

/** A stored 0 stands for a volume above 0 but below 0.005 ml (decision Q-03). */
export const printed = (volume: number) => (volume === 0 ? '<0.01' : formatNumber(volume))
