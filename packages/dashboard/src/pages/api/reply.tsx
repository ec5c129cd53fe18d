import { formatMs } from '../../data/format.ts'
import { type RpcReply, toShown } from '../../data/openRpc.ts'
import { Facts } from '../../ui/facts.tsx'
import { CopyButton } from '../../ui/links.tsx'

type Props = {
  readonly reply: RpcReply | undefined
  readonly isSending: boolean
  /** Name of a file with the response, without its ending. */
  readonly name: string
}

/** Shows the response to a call: its provider, cost and age, and its text up to a limit. */
export function Reply({ reply, isSending, name }: Props) {
  return (
    <section aria-label="Response">
      <div role="status" aria-live="polite">
        {reply === undefined ? (
          <p class="empty">{isSending ? 'Waiting for the response …' : 'The response appears here after Send.'}</p>
        ) : (
          <Summary reply={reply} />
        )}
      </div>
      {reply && <Text text={reply.text} name={name} />}
    </section>
  )
}

function Summary({ reply }: { readonly reply: RpcReply }) {
  const { status, tookMs, failure, provider, attempts, cache, ageMs, computeUnits } = reply
  return (
    <>
      <p>
        Status {status} after {formatMs(tookMs)}
      </p>
      {failure !== undefined && <p class="failure">{failure}</p>}
      <Facts
        facts={[
          ['Cost', `${computeUnits ?? 0} compute units`],
          ['Provider', provider ?? 'none, the gateway itself'],
          attempts !== null && ['Attempts', attempts],
          cache !== null && ['Cache', cache],
          ageMs !== null && ['Age', formatMs(Number(ageMs))],
        ]}
      />
    </>
  )
}

function Text({ text, name }: { readonly text: string; readonly name: string }) {
  const { shown, isWhole } = toShown(text)
  return (
    <>
      {!isWhole && (
        <p class="quiet">
          Shows the beginning of {text.length.toLocaleString('en-US')} characters. Copy or download the rest.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre tabIndex={0}>{shown}</pre>
      <p class="tools">
        <CopyButton text={text} name="the response" />
        <button type="button" class="copy" onClick={() => download(text, `${name}.json`)}>
          Download
        </button>
      </p>
    </>
  )
}

function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the data before it handles the next event.
  setTimeout(() => URL.revokeObjectURL(url))
}
