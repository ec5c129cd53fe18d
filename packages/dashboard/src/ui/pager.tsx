type PagerProps = {
  /** What the page shows: `1 to 50 of 212`. */
  readonly text: string
  /** Words of the two buttons. */
  readonly words: readonly [back: string, forward: string]
  /** Undefined on the first page. */
  readonly onBack: (() => void) | undefined
  /** Undefined on the last page. */
  readonly onForward: (() => void) | undefined
}

/** Buttons that turn the pages of a table. A single page has no buttons. */
export function Pager({ text, words: [back, forward], onBack, onForward }: PagerProps) {
  const isOnly = onBack === undefined && onForward === undefined
  return (
    <p class="pager">
      {!isOnly && (
        <>
          <button type="button" disabled={onBack === undefined} onClick={onBack}>
            {back}
          </button>
          <button type="button" disabled={onForward === undefined} onClick={onForward}>
            {forward}
          </button>
        </>
      )}
      <span class="quiet">{text}</span>
    </p>
  )
}
