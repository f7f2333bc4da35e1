import { anesthesiaProtocolOf, checkAnesthesiaProtocol } from 'sync-protocol/rules/anesthesia-protocol-form'
import { withPlain } from '../editor/with-plain.ts'
import { libraryKind } from '../list/library-kind.ts'
import { anesthesiaValues, type AnesthesiaValues } from './anesthesia-values.ts'
import { shownAnesthesia } from './refused-protocol.ts'

export const anesthesiaProtocols = libraryKind('anesthesia_protocols', { lines: ({ card }) => [card.drugs] })

/** Where this form shows a message; what else the record's schema says stands above the form. */
const SHOWN = /^(name|sections(\.\d+\.drugs(\.\d+\.(concentration|dosage))?)?|fluids(\.\d+\.rate)?)$/

export const anesthesiaForm = withPlain<AnesthesiaValues>({
  kind: anesthesiaProtocols,
  valuesOf: (content, species) => anesthesiaValues(content && shownAnesthesia(content, species), species),
  check: checkAnesthesiaProtocol,
  contentOf: (values) => anesthesiaProtocolOf(values),
  ownsField: (path) => SHOWN.test(path),
  nameOf: ({ name }) => name,
})
