import './drug-name.css'
import { KeptAmounts } from './kept-amounts.tsx'
import { tallManParts } from './tall-man.ts'

/**
 * A drug's name, or words in which one stands, with tall-man letters. Only the style sheet makes them: the text is what was typed,
 * for who searches or copies it. It is also what is read out, as the label of the word: Chromium hands the letters of the style
 * sheet to a screen reader, which spells capitals.
 */
export function DrugName({ name }: { name: string }) {
  return <KeptAmounts text={name}>{tallMan}</KeptAmounts>
}

const tallMan = (words: string) =>
  tallManParts(words).map(({ text, runs }, at) =>
    runs === undefined ? (
      text
    ) : (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an `img` holds no text that can be chosen and copied
      <span key={at} className="tall-man" role="img" aria-label={text}>
        {runs.map((run, nth) =>
          run.tall ? (
            <span key={nth} className="tall-man-letters">
              {run.text}
            </span>
          ) : (
            run.text
          ),
        )}
      </span>
    ),
  )
