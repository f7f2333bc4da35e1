import { nameIn } from 'sync-protocol/records/kinds'
import type { KeptForm } from '../../../data/drafts/kept-forms.ts'
import type { Species } from '../../../paths.ts'
import { KeptFormOffer, useKeptForm } from '../../../records/kept-form-offer.tsx'
import type { LibraryKind } from './library-kind.ts'
import { libraryText as text } from './library-text.ts'

interface KeptOfferProps {
  kind: LibraryKind
  species: Species
  onOpen: (kept: KeptForm) => void
}

export function KeptOffer({ kind, species, onOpen }: KeptOfferProps) {
  const form = useKeptForm(kind.collection, species)
  if (form === undefined) return null
  const seenName = nameIn(kind.collection, form.seen?.content)
  const title = seenName === '' ? text.unsavedNew(kind, form.name) : text.unsavedEdit(seenName)
  return <KeptFormOffer form={form} title={title} typedAt={text.typedAt} onOpen={onOpen} />
}
