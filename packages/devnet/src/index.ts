export { startAaveV36 } from './aaveV36.ts'
export { type Anvil, AnvilMissingError, type AnvilOptions, AnvilStartError, createAnvil } from './chain/anvil.ts'
export type { DevnetClient } from './chain/client.ts'
export { type ContractName, permit2Abi, readAbi, readArtifact } from './contracts/abis.ts'
export { type DevnetAccounts, mnemonic } from './contracts/accounts.ts'
export type { FeedName, Token, TokenSymbol } from './contracts/addresses.ts'
export * as addresses from './contracts/addresses.ts'
export { CompileError, FetchContractsError, UnlinkedLibraryError } from './contracts/artifacts.ts'
export type { DevnetChainName } from './contracts/chains.ts'
export { DeployError } from './contracts/deployer.ts'
export type { LendingMarketName } from './contracts/lendingMarkets.ts'
export {
  type MorphoMarket,
  type MorphoMarketParams,
  morphoMarkets,
  NoMorphoMarketError,
} from './contracts/morphoMarkets.ts'
export { type PairPool, type Pool, pools, type TickPool } from './contracts/pools.ts'
export { openPositions, type Position, type TokensUsd } from './contracts/positions.ts'
export { type Devnet, type DevnetChain, type DevnetOptions, startDevnet } from './devnet.ts'
export {
  type AccountRole,
  type ListedAccount,
  type ListedContract,
  listAccounts,
  listContracts,
  toTrafficAccounts,
} from './directory.ts'
export { type L1Values, type OpStackFees, startOpStackFees } from './opStackFees.ts'
export {
  type PairAction,
  type PairDex,
  type PairOutcome,
  type PoolTrials,
  startPoolTrials,
  type TickAction,
  type TickDex,
  type TickOutcome,
  type TickPoolSetup,
  type TrialLogs,
} from './poolTrials.ts'
