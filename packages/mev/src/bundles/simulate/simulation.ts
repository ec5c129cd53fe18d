import type { Address, Hex } from 'viem'

export type SimulatedLog = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }

/** Storage slot of a contract before and after a transaction. */
export type StateChange = {
  readonly address: Address
  readonly key: Hex
  readonly before: Hex
  readonly after: Hex
}

/** Outcome of one transaction of a bundle. Amounts are wei. */
export type SimulatedTransaction = {
  readonly hash: Hex
  readonly success: boolean
  /** The node's error, usually "execution reverted". Null on success. */
  readonly error: string | null
  readonly gasUsed: bigint
  /** Price per gas, including the base fee. */
  readonly gasPrice: bigint
  /** Revenue of the builder: priority fees and direct payments. */
  readonly coinbaseDiff: bigint
  /** Direct payments to the builder, without priority fees. */
  readonly coinbaseTransfer: bigint
  /** Logs of the transaction. Null if the node does not return logs. */
  readonly logs: readonly SimulatedLog[] | null
  /** Changed storage, sorted by address and key. Null if the node cannot trace calls. */
  readonly stateChanges: readonly StateChange[] | null
}

/** Outcome of a bundle on the state of a block. */
export type BundleSimulation = {
  /** Node method that produced the outcomes. */
  readonly method: 'eth_callBundle' | 'eth_simulateV1'
  /** True if every transaction that must succeed does. */
  readonly success: boolean
  /** Simulated block, and the block whose state is used. */
  readonly blockNumber: bigint
  readonly stateBlockNumber: bigint
  readonly results: readonly SimulatedTransaction[]
  readonly gasUsed: bigint
  readonly coinbaseDiff: bigint
}

/** Environment of the simulated block. */
export type BlockEnvironment = {
  readonly number: bigint
  readonly timestamp: bigint
  readonly baseFee: bigint
  readonly coinbase: Address
  readonly gasLimit: bigint
}

/** Outcome of one transaction, as returned by a simulation method. */
export type Outcome = Pick<SimulatedTransaction, 'success' | 'error' | 'gasUsed' | 'coinbaseDiff' | 'logs'>
