import { type Address, type Hex, hexToBigInt, padHex, size, slice, toEventSelector } from 'viem'

/** A log as reported by nodes. */
export type EffectLog = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }

/** The effects that a swap may have on its sender. Addresses are lower case. */
type AllowedEffects = {
  readonly sender: Address
  /** Tokens whose balances are measured, so that their transfers need no check. */
  readonly counted: readonly Address[]
  /** The one allowed approval: the rest of the input's approval. */
  readonly approval: { readonly token: Address; readonly spender: Address; readonly amount: bigint }
}

/**
 * Positions in an event's words (topics first) of the holder, the grantee and the amount. Null if the event always
 * counts.
 */
type Place = {
  readonly holder: number
  readonly grantee?: number
  readonly amount: number | null
  /** The amount is a token id, which can be 0, unless the event has three topics. */
  readonly canBeId?: true
}

const toPlaces = (places: Readonly<Record<string, Place>>): ReadonlyMap<Hex, Place> =>
  new Map(Object.entries(places).map(([signature, place]) => [toEventSelector(`event ${signature}`), place]))

/** Events that move assets out of an account: ERC-20 and ERC-721, ERC-1155, ERC-777, ERC-6909, WETH9. */
const outflows = toPlaces({
  'Transfer(address,address,uint256)': { holder: 0, amount: 2, canBeId: true },
  'TransferSingle(address,address,address,uint256,uint256)': { holder: 1, amount: 4 },
  'TransferBatch(address,address,address,uint256[],uint256[])': { holder: 1, amount: null },
  'Sent(address,address,address,uint256,bytes,bytes)': { holder: 1, amount: 3 },
  'Burned(address,address,uint256,bytes,bytes)': { holder: 1, amount: 2 },
  'Transfer(address,address,address,uint256,uint256)': { holder: 0, amount: 4 },
  'Withdrawal(address,uint256)': { holder: 0, amount: 1 },
})

/**
 * Events that grant rights over an account's assets: the same tokens, Permit2, and lending and vault protocols with
 * such rights.
 */
const grants = toPlaces({
  'Approval(address,address,uint256)': { holder: 0, grantee: 1, amount: 2, canBeId: true },
  'ApprovalForAll(address,address,bool)': { holder: 0, amount: 2 },
  'AuthorizedOperator(address,address)': { holder: 1, amount: null },
  'Approval(address,address,uint256,uint256)': { holder: 0, amount: 3 },
  'OperatorSet(address,address,bool)': { holder: 0, amount: 2 },
  // Permit2
  'Approval(address,address,address,uint160,uint48)': { holder: 0, amount: 3 },
  'Permit(address,address,address,uint160,uint48,uint48)': { holder: 0, amount: 3 },
  // Aave, Balancer, Morpho
  'BorrowAllowanceDelegated(address,address,address,uint256)': { holder: 0, amount: 3 },
  'RelayerApprovalChanged(address,address,bool)': { holder: 1, amount: 2 },
  'SetAuthorization(address,address,address,bool)': { holder: 1, amount: 3 },
})

/**
 * Returns the first effect that moves other assets than the input out of the sender, or that grants rights over the
 * sender's assets. Returns null if there is no such effect. Zero amounts and ended approvals are ignored.
 */
export function findForbiddenEffect(logs: readonly EffectLog[], allowed: AllowedEffects): string | null {
  for (const log of logs) {
    const [topic, ...topics] = log.topics
    if (topic === undefined) continue
    const address = log.address.toLowerCase() as Address
    const words = [...topics, ...toWords(log.data)]
    const outflow = outflows.get(topic)
    if (outflow !== undefined && !allowed.counted.includes(address) && isOf(allowed.sender, words, outflow, log))
      return `It takes assets of ${address} from the sender besides the input.`
    const grant = grants.get(topic)
    if (grant === undefined || !isOf(allowed.sender, words, grant, log)) continue
    if (!isExpected(address, words, grant, allowed)) return `It grants rights over the sender's assets at ${address}.`
  }
  return null
}

/** Returns whether an event concerns the holder and a nonzero amount. */
function isOf(sender: Address, words: readonly Hex[], place: Place, { topics }: EffectLog): boolean {
  const { holder, grantee = null, amount, canBeId = false } = place
  if (words[holder]?.toLowerCase() !== padHex(sender)) return false
  const telling = canBeId && topics.length !== 3 ? grantee : amount
  return telling === null || toNumber(words[telling]) !== 0n
}

function isExpected(
  address: Address,
  words: readonly Hex[],
  { grantee }: Place,
  { approval }: AllowedEffects,
): boolean {
  if (grantee === undefined || address !== approval.token) return false
  return words[grantee]?.toLowerCase() === padHex(approval.spender) && toNumber(words[2]) <= approval.amount
}

const toNumber = (word: Hex | undefined): bigint => (word === undefined ? 0n : hexToBigInt(word))

/** Returns the first six words because no event above has more. */
function toWords(data: Hex): readonly Hex[] {
  const count = Math.min(Math.floor(size(data) / 32), 6)
  return Array.from({ length: count }, (_, index) => slice(data, index * 32, index * 32 + 32))
}
