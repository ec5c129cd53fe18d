import type { Address, Hex } from 'viem'

export type SimulatedLog = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }

/** One storage slot of a contract, before and after a transaction. */
export type StateChange = {
  readonly address: Address
  readonly key: Hex
  readonly before: Hex
  readonly after: Hex
}

/** What one transaction of a bundle does. Amounts are wei. */
export type SimulatedTransaction = {
  readonly hash: Hex
  readonly success: boolean
  /** Why it fails, in the node's words, as a rule "execution reverted"; null where it succeeds. */
  readonly error: string | null
  readonly gasUsed: bigint
  /** Paid per gas, base fee included. */
  readonly gasPrice: bigint
  /** What the builder receives of it: priority fees and payments. */
  readonly coinbaseDiff: bigint
  /** The payments alone. */
  readonly coinbaseTransfer: bigint
  /** Null where the node does not tell. */
  readonly logs: readonly SimulatedLog[] | null
  /** By address and key. Null where the node cannot trace calls. */
  readonly stateChanges: readonly StateChange[] | null
}

/** What a bundle does on the state of a block. */
export type BundleSimulation = {
  /** Which method of the node told it. */
  readonly method: 'eth_callBundle' | 'eth_simulateV1'
  /** Whether all transactions succeed that must. */
  readonly success: boolean
  /** The block it is simulated as, and the one whose state it is carried out on. */
  readonly blockNumber: bigint
  readonly stateBlockNumber: bigint
  readonly results: readonly SimulatedTransaction[]
  readonly gasUsed: bigint
  readonly coinbaseDiff: bigint
}

/** The block that transactions are carried out in. */
export type BlockEnvironment = {
  readonly number: bigint
  readonly timestamp: bigint
  readonly baseFee: bigint
  readonly coinbase: Address
  readonly gasLimit: bigint
}

/** What a method of the node tells of each transaction, in order. */
export type Outcome = Pick<SimulatedTransaction, 'success' | 'error' | 'gasUsed' | 'coinbaseDiff' | 'logs'>
