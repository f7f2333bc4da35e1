import { failureOfAsking, onReasonToAsk } from '../../data/people/out-of-reach.ts'
import { seenDevices } from '../../data/people/seen-devices.ts'
import { useAsked } from '../../ui/use-asked.ts'
import { askDevices } from './device-calls.ts'
import { devicesText as text } from './devices-text.ts'

const question = {
  ask: askDevices,
  kept: seenDevices,
  failureOf: failureOfAsking,
  onReasonToAsk,
  failed: text.failedTitle,
}

/** The tablets as the server has them now; else as they were seen last. */
export const useDevices = () => useAsked(question)
