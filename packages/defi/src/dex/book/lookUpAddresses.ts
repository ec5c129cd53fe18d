import type { Address } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import { type AddressForm, askAll, type Call, type Said } from './addressQuestions.ts'
import type { KnownPool } from './knownPool.ts'

/**
 * The pools at addresses that are known by nothing else: an address counts once a known factory says that it made it. Two
 * `eth_call`; null where one failed, as any contract asked can bring about.
 *
 * @throws what the provider fails with
 */
export async function lookUpAddresses(
  { client }: Pick<BlockReader, 'client'>,
  forms: readonly AddressForm[],
  addresses: readonly Address[],
): Promise<readonly KnownPool[] | null> {
  const asked = addresses.flatMap((address) => forms.map((form) => ({ address, form, calls: form.first(address) })))
  const said = await askEach(client, asked)
  if (said === null) return null
  const left = asked.flatMap(({ address, form }, index) => form.second(address, said[index] ?? []) ?? [])
  if (left.length === 0) return []
  const confirmed = await askEach(client, left)
  return confirmed && left.flatMap(({ toPool }, index) => toPool(confirmed[index] ?? []) ?? [])
}

/** What was said to the calls of each. */
async function askEach(
  client: BlockReader['client'],
  all: readonly { readonly calls: readonly Call[] }[],
): Promise<readonly (readonly Said[])[] | null> {
  const said = await askAll(
    client,
    all.flatMap(({ calls }) => calls),
  )
  if (said === null) return null
  const left = [...said]
  return all.map(({ calls }) => left.splice(0, calls.length))
}
