import { ParametersError, toCurl, toViem } from '../../data/openRpc.ts'
import { CopyButton } from '../../ui/links.tsx'

type Props = { readonly url: string; readonly method: string; readonly params: string }

/** The request as a shell command and as a program. They contain the name of a variable in place of a key. */
export function AsCode({ url, method, params }: Props) {
  return (
    <details>
      <summary>As curl or viem</summary>
      <Snippet title="curl" toText={() => toCurl(url, method, params)} />
      <Snippet title="viem" toText={() => toViem(url, method, params)} />
    </details>
  )
}

function Snippet({ title, toText }: { readonly title: string; readonly toText: () => string }) {
  const text = findText(toText)
  return (
    <>
      <h3>
        {title} {text !== undefined && <CopyButton text={text} name={`as ${title}`} />}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      {text === undefined ? <p class="quiet">Correct the parameters first.</p> : <pre tabIndex={0}>{text}</pre>}
    </>
  )
}

/** Returns undefined if the parameters are not a list. */
function findText(toText: () => string): string | undefined {
  try {
    return toText()
  } catch (error) {
    if (error instanceof ParametersError) return undefined
    throw error
  }
}
