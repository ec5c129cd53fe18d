import type { AddCommand } from './command.ts'
import { addTableOptions } from './tableOptions.ts'

/** Every command by its name, in the order of the help. Only the code of the command that runs is loaded, to start faster. */
const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  up: async () => (await import('./up.ts')).addUp,
  gas: async () => (await import('./gas.ts')).addGas,
  price: async () => (await import('./price.ts')).addPrice,
  market: async () => (await import('./market.ts')).addMarket,
  analytics: async () => (await import('./analytics.ts')).addAnalytics,
  swap: async () => (await import('./swap.ts')).addSwap,
  balance: async () => (await import('./chainData.ts')).addBalance,
  block: async () => (await import('./chainData.ts')).addBlock,
  tx: async () => (await import('./chainData.ts')).addTransaction,
  history: async () => (await import('./chainData.ts')).addHistory,
  export: async () => (await import('./export.ts')).addExport,
  sql: async () => (await import('./sql.ts')).addSql,
  index: async () => (await import('./addressIndex.ts')).addAddressIndex,
  mempool: async () => (await import('./mempool.ts')).addMempool,
  mev: async () => (await import('./mev.ts')).addMev,
  bundle: async () => (await import('./bundle.ts')).addBundle,
  classify: async () => (await import('./classify.ts')).addClassify,
  position: async () => (await import('./position.ts')).addPosition,
  liquidations: async () => (await import('./liquidations.ts')).addLiquidations,
  book: async () => (await import('./book.ts')).addBook,
  rpc: async () => (await import('./rpc.ts')).addRpc,
  mcp: async () => (await import('./mcp.ts')).addMcp,
  doctor: async () => (await import('./doctor.ts')).addDoctor,
  alerts: async () => (await import('./alerts.ts')).addAlerts,
  keys: async () => (await import('./keys.ts')).addKeys,
  init: async () => (await import('./init.ts')).addInit,
  bot: async () => (await import('./bot.ts')).addBot,
  config: async () => (await import('./config.ts')).addConfig,
  completion: async () => (await import('./completion.ts')).addCompletion,
  devnet: async () => (await import('./devnet.ts')).addDevnet,
}

/**
 * Loads the command of that name, and the options of commands that list rows. Loads all commands for an unknown name, and for
 * `completion`, which lists them.
 */
export async function loadCommands(name = ''): Promise<readonly AddCommand[]> {
  const one = name !== 'completion' && Object.hasOwn(commands, name) ? commands[name] : undefined
  const loaded = await Promise.all((one ? [one] : Object.values(commands)).map((load) => load()))
  return [...loaded, addTableOptions]
}
