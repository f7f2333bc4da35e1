import { Banner } from '../../ui/banner.tsx'
import { codeText as text } from './code-text.ts'
import type { CodePrint } from './print-code.ts'

interface CodeLettersProps {
  print: CodePrint
  /** Its rows are on the sheet's paper too. */
  hasSheet: boolean
  onDismiss: () => void
}

/** Which rows of a code lose letters on a PDF, and where they are kept. */
export function CodeLetters({ print: { refused, lacking }, hasSheet, onDismiss }: CodeLettersProps) {
  return (
    <div className="code-letters">
      <Banner
        kind={refused ? 'harm' : 'attention'}
        title={refused ? text.nameless : text.lacking}
        onDismiss={onDismiss}
      >
        {hasSheet ? text.keptWithSheet : text.kept}
        <ul>
          {lacking.map(({ what, text: written }, place) => (
            <li key={place}>
              {what}: {written}
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  )
}
