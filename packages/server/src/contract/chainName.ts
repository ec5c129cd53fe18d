import { chains } from '@outrigger/core'

const names = new Map(
  Object.values(chains).flatMap(({ name, chainId }) => (chainId === null ? [] : [[String(chainId), name] as const])),
)

/** The name of the chain with this id; any other text as it is. */
export function toChainName(text: string): string {
  return names.get(text) ?? text
}
