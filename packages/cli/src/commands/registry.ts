import type { AddCommand } from './command.ts'

/** Every command by its name, in the order of the help. The code of one is read when it is run: all of it takes far longer. */
const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  up: async () => (await import('./up.ts')).addUp,
  gas: async () => (await import('./gas.ts')).addGas,
  lrt: async () => (await import('./lrt.ts')).addLrt,
  beacon: async () => (await import('./beacon.ts')).addBeacon,
  price: async () => (await import('./price.ts')).addPrice,
  market: async () => (await import('./market.ts')).addMarket,
  tvl: async () => (await import('./market.ts')).addTvl,
  yields: async () => (await import('./market.ts')).addYields,
  volumes: async () => (await import('./market.ts')).addVolumes,
  analytics: async () => (await import('./analytics.ts')).addAnalytics,
  quote: async () => (await import('./swaps.ts')).addQuote,
  swap: async () => (await import('./swaps.ts')).addSwap,
  balance: async () => (await import('./chainData.ts')).addBalance,
  block: async () => (await import('./chainData.ts')).addBlock,
  tx: async () => (await import('./chainData.ts')).addTransaction,
  history: async () => (await import('./chainData.ts')).addHistory,
  index: async () => (await import('./addressIndex.ts')).addAddressIndex,
  trace: async () => (await import('./chainData.ts')).addTrace,
  reconcile: async () => (await import('./reconcile.ts')).addReconcile,
  mempool: async () => (await import('./mempool.ts')).addMempool,
  mev: async () => (await import('./mev.ts')).addMev,
  bundle: async () => (await import('./bundle.ts')).addBundle,
  classify: async () => (await import('./classify.ts')).addClassify,
  replay: async () => (await import('./replay.ts')).addReplay,
  position: async () => (await import('./position.ts')).addPosition,
  liquidations: async () => (await import('./liquidations.ts')).addLiquidations,
  book: async () => (await import('./book.ts')).addBook,
  rpc: async () => (await import('./rpc.ts')).addRpc,
  doctor: async () => (await import('./doctor.ts')).addDoctor,
  alerts: async () => (await import('./alerts.ts')).addAlerts,
  keys: async () => (await import('./keys.ts')).addKeys,
  usage: async () => (await import('./usage.ts')).addUsage,
  init: async () => (await import('./init.ts')).addInit,
  bot: async () => (await import('./bot.ts')).addBot,
  config: async () => (await import('./config.ts')).addConfig,
  completion: async () => (await import('./completion.ts')).addCompletion,
  devnet: async () => (await import('./devnet.ts')).addDevnet,
}

/** The command of that name; every one where there is none of that name, or where it tells of all others. */
export async function loadCommands(name = ''): Promise<readonly AddCommand[]> {
  const one = name !== 'completion' && Object.hasOwn(commands, name) ? commands[name] : undefined
  return Promise.all((one ? [one] : Object.values(commands)).map((load) => load()))
}
