import { Search } from 'lucide-react'
import { useMedia } from '../ui/use-media.ts'
import { keySign } from '../ui/key-list.tsx'
import { showOver } from './desk.ts'
import './search-button.css'
import { palette } from './shell-text.ts'

/** Opens the palette; looks like the search that it leads to. */
export function SearchButton() {
  // A finger has no use for the key.
  const hasKeys = useMedia('(pointer: fine)')
  return (
    <button type="button" className="search-button" onClick={() => showOver({ what: 'palette' })}>
      <Search aria-hidden />
      <span className="search-button-words">{palette.searchFor}</span>
      {hasKeys && (
        <kbd className="key-sign" aria-hidden>
          {keySign('palette')}
        </kbd>
      )}
    </button>
  )
}
