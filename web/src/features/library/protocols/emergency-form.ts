import { checkEmergencyProtocol, emergencyProtocolOf } from 'sync-protocol/rules/emergency-protocol-form'
import { withPlain } from '../editor/with-plain.ts'
import { libraryKind } from '../list/library-kind.ts'
import { emergencyValues, type EmergencyValues } from './emergency-values.ts'
import { shownEmergency } from './refused-protocol.ts'

export const emergencyProtocols = libraryKind('emergency_protocols', { lines: ({ card }) => [card.drugs] })

/** Where this form shows a message; what else the record's schema says stands above the form. */
const SHOWN = /^(name|drugs(\.\d+\.(concentration|dosage_from|dosage_to))?)$/

export const emergencyForm = withPlain<EmergencyValues>({
  kind: emergencyProtocols,
  valuesOf: (content, species) => emergencyValues(content && shownEmergency(content, species), species),
  check: checkEmergencyProtocol,
  contentOf: (values) => emergencyProtocolOf(values),
  ownsField: (path) => SHOWN.test(path),
  nameOf: ({ name }) => name,
})
