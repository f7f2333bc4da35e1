import { useLiveQuery } from 'dexie-react-hooks'
import { nameIn } from 'sync-protocol/records/kinds'
import { dropForm, keepForm, keptForms } from '../../../data/drafts/kept-forms.ts'
import type { KeptForm } from '../../../data/drafts/kept-forms.ts'
import type { Species } from '../../../paths.ts'
import { Banner } from '../../../ui/banner.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { showToast } from '../../../ui/toast-queue.ts'
import { editorText } from '../editor/editor-text.ts'
import type { LibraryKind } from './library-kind.ts'
import { libraryText as text } from './library-text.ts'
import { usePerson } from '../../../records/use-person.ts'

interface KeptOfferProps {
  kind: LibraryKind
  species: Species
  onOpen: (kept: KeptForm) => void
}

const logged = (error: unknown) => {
  console.error(error)
  showToast({ text: text.notOpened, kind: 'harm' })
}

/** A form that a reload, a crash or a sign-out interrupted: go on with it, or give it up. */
export function KeptOffer({ kind, species, onOpen }: KeptOfferProps) {
  const person = usePerson()
  const forms = useLiveQuery(() => keptForms(kind.collection), [kind.collection])
  const form = forms?.find((one) => one.species === species)
  if (form === undefined) return null
  const seenName = nameIn(kind.collection, form.seen?.content)
  const discard = () => {
    dropForm(form).then(
      () => showToast({ text: editorText.discarded, undo: () => void keepForm(form).catch(logged) }),
      logged,
    )
  }
  return (
    <Banner
      kind="info"
      title={seenName === '' ? text.unsavedNew(kind, form.name) : text.unsavedEdit(seenName)}
      action={{ label: text.goOn, onPress: () => onOpen(form) }}
      onDismiss={discard}
    >
      {text.typedAt(formatDateTime(form.at, person.time_zone))}
    </Banner>
  )
}
