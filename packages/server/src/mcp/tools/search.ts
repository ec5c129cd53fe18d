import { ApiAnswerError, type ApiClient } from '@outrigger/api'
import * as t from 'typebox'
import { readPending } from '../decodedCall.ts'
import { resolveName } from '../ens.ts'
import { listTokens } from '../listedTokens.ts'
import { Chain, defineTool, Text } from '../tool.ts'

const maxChains = 8

export const search = defineTool({
  name: 'search',
  title: 'Find an address, hash, block, token or ENS name',
  description:
    'Finds what a text is, on the chains of the node: the hash of a transaction or block, an address, a block number, the symbol of a token, or an ENS name that ends in .eth. Use it when you do not know the chain, or the address of a token.',
  input: t.Object({
    text: t.String({ minLength: 1, maxLength: 200, description: 'Hash, address, block number, symbol or ENS name' }),
    chains: t.Optional(t.Array(Chain, { minItems: 1, maxItems: maxChains, description: 'Default: all of the node' })),
  }),
  output: t.Object({
    found: t.Array(
      t.Object({
        kind: t.String({ description: 'transaction, block, address, token or ens' }),
        chain: Text,
        id: t.String({ description: 'Hash, address or block number, for the other tools' }),
        detail: Text,
      }),
    ),
    failed: t.Array(Text, { description: 'Chains that did not answer, so that something may exist there' }),
  }),
  endpoints: [
    ...(['oracleHealth', 'blockchainTransaction', 'mempoolTransaction', 'blockchainBlockBy'] as const),
    ...(['blockchainBalance', 'aggregatorTokens', 'blockchainCall'] as const),
  ],
  async ask({ text, chains }, api) {
    const wanted = chains ?? (await listChains(api))
    const lookups = wanted.flatMap((chain) => listLookups(text.trim(), chain, api).map((find) => ({ chain, find })))
    const answers = await Promise.allSettled(lookups.map(({ find }) => find()))
    const failed = answers.flatMap((answer, index) =>
      answer.status === 'rejected' && !isAbsence(answer.reason)
        ? [`${lookups[index]?.chain}: ${(answer.reason as Error).message}`]
        : [],
    )
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    return { data: { found, failed: [...new Set(failed)] } }
  },
  toText: ({ found, failed }) =>
    `${found.length === 0 ? 'Nothing found.' : found.map(({ kind, chain, id }) => `${kind} ${id} on ${chain}`).join(', ')}${failed.length > 0 ? ` ${failed.length} chains did not answer.` : ''}`,
})

type Lookup = () => Promise<readonly { kind: string; chain: string; id: string; detail: string }[]>

async function listChains(api: ApiClient): Promise<readonly string[]> {
  const { providers } = await api.oracleHealth()
  return Object.keys(providers)
    .filter((name) => name !== 'beacon')
    .slice(0, maxChains)
}

function listLookups(text: string, chain: string, api: ApiClient): readonly Lookup[] {
  const lower = text.toLowerCase()
  const digits = lower.replace(/^#|[,_ ']/g, '')
  if (/^0x[\da-f]{64}$/.test(lower))
    return [() => findTransaction(chain, lower, api), () => findBlock(chain, lower, api)]
  if (/^0x[\da-f]{40}$/.test(lower)) return [() => findAddress(chain, lower, api), () => findToken(chain, lower, api)]
  if (/^\d{1,15}$/.test(digits)) return [() => findBlock(chain, digits, api)]
  if (/^[^\s/]+\.eth$/.test(lower)) return chain === 'ethereum' ? [() => findName(lower, api)] : []
  return [() => findToken(chain, text, api)]
}

async function findTransaction(chain: string, hash: string, api: ApiClient) {
  const toFound = (detail: string) => [{ kind: 'transaction', chain, id: hash, detail }]
  try {
    const { data } = await api.blockchainTransaction({ chain, hash })
    return toFound(data.block_number === null ? 'pending' : `${data.status} in block ${data.block_number}`)
  } catch (error) {
    if (!isAbsence(error)) throw error
    const pending = await readPending(chain, hash, api)
    return pending === null ? [] : toFound(pending.steps.at(-1)?.kind ?? 'pending')
  }
}

async function findBlock(chain: string, block: string, api: ApiClient) {
  const { data } = await api.blockchainBlockBy({ chain, block })
  return [{ kind: 'block', chain, id: String(data.block_number), detail: `${data.transactions} transactions` }]
}

async function findAddress(chain: string, address: string, api: ApiClient) {
  const { data } = await api.blockchainBalance({ chain, address })
  return [{ kind: 'address', chain, id: address, detail: `balance ${data.balance}` }]
}

async function findToken(chain: string, text: string, api: ApiClient) {
  const tokens = await listTokens(chain, api)
  return tokens.find(text).map(({ address, symbol, name, decimals }) => ({
    kind: 'token',
    chain,
    id: address.toLowerCase(),
    detail: `${symbol}, ${name}, ${decimals} decimals`,
  }))
}

async function findName(name: string, api: ApiClient) {
  const address = await resolveName(name, api)
  return address === null ? [] : [{ kind: 'ens', chain: 'ethereum', id: address, detail: `address of ${name}` }]
}

/** Whether an error says that nothing is there, in contrast to a node that cannot know. */
const isAbsence = (error: unknown) => error instanceof ApiAnswerError && [400, 404].includes(error.status)
