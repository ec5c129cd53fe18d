import { type chainNames, mempoolChains, swapChains } from '@outrigger/api/contract'
import { wire } from './client.ts'
import { formatQuantity, formatTime, formatUsd } from './format.ts'
import { toLink } from './route.ts'
import { matchTokens, toTarget } from './searchTargets.ts'

type ChainName = (typeof chainNames)[number]

/** A page that a search leads to. */
export type Found = { readonly title: string; readonly detail: string; readonly link: string }
/** The result of a search. `failures` are chains that did not answer, so that something may exist there. */
export type SearchResult = { readonly found: readonly Found[]; readonly failures: readonly string[] }

type Lookup = readonly [where: string, find: () => Promise<Found | readonly Found[]>]

/**
 * Finds the pages for a text on the chains of the node.
 *
 * @example await search('WETH', ['ethereum']) // the token's page
 */
export async function search(text: string, chains: readonly ChainName[]): Promise<SearchResult> {
  if (toTarget(text).kind === 'ens' && !chains.includes('ethereum'))
    return { found: [], failures: ['ENS names are stored on Ethereum, and the node has no provider of it.'] }
  const lookups = [...chains.flatMap((chain) => listLookups(text, chain)), ['alerts', () => findAlerts(text)] as const]
  const answers = await Promise.allSettled(lookups.map(([, find]) => find()))
  return {
    found: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
    failures: answers.flatMap((answer, index) =>
      answer.status === 'rejected' && !isAbsence(answer.reason)
        ? [`${lookups[index]?.[0]}: ${answer.reason.message}`]
        : [],
    ),
  }
}

function listLookups(text: string, chain: ChainName): readonly Lookup[] {
  const target = toTarget(text)
  switch (target.kind) {
    case 'hash':
      return [
        [chain, () => findTransaction(chain, target.hash)],
        [chain, () => findBlock(chain, target.hash)],
      ]
    case 'address':
      return [
        [chain, () => findAddress(chain, target.address)],
        [chain, () => findToken(chain, target.address)],
      ]
    case 'block':
      return [[chain, () => findBlock(chain, String(target.number))]]
    case 'ens':
      return chain === 'ethereum' ? [[chain, () => findName(target.name)]] : []
    case 'text':
      return [[chain, () => findToken(chain, target.text)]]
  }
}

async function findTransaction(chain: ChainName, hash: string): Promise<Found> {
  const detail = await toTransactionDetail(chain, hash)
  return { title: `Transaction on ${chain}`, detail, link: toLink('tx', chain, hash) }
}

async function toTransactionDetail(chain: ChainName, hash: string): Promise<string> {
  try {
    const { data } = await wire.blockchainTransaction({ chain, hash })
    return data.block_number === null ? 'pending' : `${data.status}, in block ${data.block_number}`
  } catch (error) {
    const watched = mempoolChains.find((one) => one === chain)
    if (watched === undefined || !isAbsence(error)) throw error
    return (await wire.mempoolTransaction({ chain: watched, hash })).steps.at(-1)?.kind ?? 'pending'
  }
}

async function findName(name: string): Promise<Found> {
  // Its tables of valid letters are a tenth of the dashboard, so the page loads them when they are needed.
  const { resolveName } = await import('./ens.ts')
  const address = await resolveName(name)
  return { ...(await findAddress('ethereum', address)), title: `${name} on ethereum`, detail: address }
}

async function findBlock(chain: ChainName, block: string): Promise<Found> {
  const { data } = await wire.blockchainBlockBy({ chain, block })
  const time = data.timestamp === null ? '' : `, ${formatTime(data.timestamp * 1000)}`
  return {
    title: `Block ${data.block_number} of ${chain}`,
    detail: `${data.transactions} transactions${time}`,
    link: toLink('block', chain, data.block_number),
  }
}

async function findAddress(chain: ChainName, address: string): Promise<Found> {
  const { data } = await wire.blockchainBalance({ chain, address })
  return {
    title: `Address on ${chain}`,
    detail: `balance ${formatQuantity(data.balance)}`,
    link: toLink('address', chain, address),
  }
}

/** Finds listed tokens by address or by symbol. On chains without a list, a symbol with a price is a token. */
async function findToken(chain: ChainName, text: string): Promise<readonly Found[]> {
  const listed = swapChains.find((one) => one === chain)
  const wanted = text.toLowerCase()
  if (listed === undefined) {
    if (wanted.startsWith('0x')) return []
    const price = await wire.priceCurrent({ chain, symbol: text })
    return [toFoundToken(chain, price.symbol, price.address, formatUsd(price.price_usd))]
  }
  const { tokens } = (await wire.aggregatorTokens({ chain: listed })).data
  return matchTokens(tokens, wanted).map(({ address, symbol, name }) => toFoundToken(chain, symbol, address, name))
}

const toFoundToken = (chain: ChainName, symbol: string, address: string | null, detail: string): Found => ({
  title: `${symbol} on ${chain}`,
  detail,
  link: toLink('token', chain, address ?? symbol),
})

async function findAlerts(text: string): Promise<readonly Found[]> {
  const alerts = await wire.alertsList({ limit: 200 })
  return alerts
    .filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
    .map(({ id, name, state }) => ({ title: `Alert “${name}”`, detail: state, link: toLink('alerts', id) }))
}

/** Whether an error says that nothing is there, in contrast to a node that cannot know. */
function isAbsence(error: unknown): boolean {
  const { status } = (error ?? {}) as { readonly status?: number }
  return status === 404 || status === 400 || status === 422
}
