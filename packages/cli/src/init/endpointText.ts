import { chains } from '@outrigger/core'
import { findChainName, toSuggestion } from '@outrigger/core/internal'
import { UsageError } from '../exitCodes.ts'

/** One endpoint as it was typed. */
export type TypedEndpoint = {
  /** Name of the chain, or null if the endpoint's chain must be detected. */
  readonly chain: string | null
  /** A URL, or `${NAME}` for a variable that contains a URL. */
  readonly text: string
}

const separator = /,\s*(?=(?:[a-z0-9]+=)?(?:https?:\/\/|\$))/i

/**
 * Parses a list such as `https://…,base=https://…,${ARBITRUM_URL}`. The name of a chain applies to the URLs after it,
 * up to the next name.
 *
 * @throws {UsageError} a chain is unknown, or an item is neither a URL nor a variable
 * @example parseEndpoints('ethereum=https://a.example,https://b.example') // two of ethereum
 */
export function parseEndpoints(value: string): readonly TypedEndpoint[] {
  let chain: string | null = null
  return value.split(separator).map((item) => {
    const [, name, rest] = /^([a-z0-9]+)=(.*)$/is.exec(item.trim()) ?? []
    if (name !== undefined) {
      chain = findChainName(name) ?? null
      if (chain === null) throw new UsageError(`There is no chain "${name}".${toSuggestion(name, Object.keys(chains))}`)
    }
    const text = (rest ?? item).trim()
    if (!/^https?:\/\/\S+$/i.test(text) && toVariable(text) === null)
      // Without the text: it may be a key.
      throw new UsageError(
        `An endpoint must be a URL that starts with http:// or https://, or a variable such as \${NAME}.`,
      )
    return { chain, text }
  })
}

/** Returns the name within `${NAME}` or `$NAME`. */
export const toVariable = (text: string): string | null => /^\$\{?([A-Z_][A-Z0-9_]*)\}?$/i.exec(text)?.[1] ?? null
