import { type Contract, defineProtocol, type Protocol } from '../../decoder/protocol.ts'
import { defineSwapRouter } from '../uniswapV3/router.ts'
import { defineRouterFunctions } from '../universalRouter/universalRouter.ts'
import { defineVelodromeCommands } from './commands.ts'
import { routerFunctions } from './router.ts'

type Addresses = Contract['addresses']

function fork(id: string, name: string, source: string, addresses: Addresses): Protocol {
  return defineProtocol({
    id,
    name,
    source,
    contracts: [{ name: `${name} router`, addresses, functions: routerFunctions }],
  })
}

/** Defines a fork that has Slipstream's concentrated pools and its own Universal Router. */
function velodrome(
  id: string,
  name: string,
  source: string,
  routers: readonly [Addresses, Addresses, Addresses],
): Protocol {
  const base = fork(id, name, source, routers[0])
  const commands = defineVelodromeCommands(id)
  return {
    ...base,
    contracts: [
      ...base.contracts,
      { name: 'Slipstream router', addresses: routers[1], functions: defineSwapRouter(id) },
      { name: 'UniversalRouter', addresses: routers[2], functions: defineRouterFunctions(() => commands) },
    ],
  }
}

/** Solidly and the DEXs derived from it. */
export const solidlyForks: readonly Protocol[] = [
  velodrome('velodrome', 'Velodrome', 'https://velodrome.finance/security', [
    {
      optimism: [
        '0xa062ae8a9c5e11aaa026fc2670b0d65ccc8b2858',
        '0x9c12939390052919af3155f41bf4160fd3666a6f',
        '0xa132dab612db5cb9fc9ac426a0cc215a3423f9c9',
      ],
    },
    { optimism: ['0x0792a633f0c19c351081cf4b211f68f79bcc9676'] },
    {
      optimism: ['0x4bf3e32de155359d1d75e8b474b66848221142fc', '0xf132bdb9573867cd72f2585c338b923f973eb817'],
    },
  ]),
  velodrome('aerodrome', 'Aerodrome', 'https://aerodrome.finance/security', [
    { base: ['0xcf77a3ba9a5ca399b7c97c74d54e5b1beb874e43'] },
    { base: ['0xbe6d8f0d05cc4be24d5167a3ef062215be6d18a5'] },
    { base: ['0x6cb442acf35158d5eda88fe602221b67b400be3e'] },
  ]),
  fork('thena', 'THENA', 'https://docs.thena.fi', {
    bsc: ['0xd4ae6eca985340dd434d38f470accce4dc78d109', '0x20a304a7d126758dfe6b243d0fc515f83bca8431'],
  }),
  fork('ramses', 'Ramses', 'https://docs.ramses.exchange', {
    arbitrum: ['0xaaa87963efeb6f7e0a2711f397663105acb1805e'],
  }),
  fork('chronos', 'Chronos', 'https://docs.chronos.exchange', {
    arbitrum: ['0xe708aa9e887980750c040a6a2cb901c37aa34f3b'],
  }),
  fork('solidlizard', 'SolidLizard', 'https://docs.solidlizard.finance', {
    arbitrum: ['0xf26515d5482e2c2fd237149bf6a653da4794b3d0'],
  }),
  fork('cone', 'Cone', 'https://docs.cone.exchange', { bsc: ['0xbf1fc29668e5f5eaa819948599c9ac1b1e03e75f'] }),
  fork('retro', 'Retro', 'https://docs.retro.finance', { polygon: ['0x77f0e98e3f2f3134496c2b769f40c891351524d1'] }),
]

/** Any router with Solidly's functions. */
export const solidlyFork = defineProtocol({
  id: 'solidly_fork',
  name: 'Solidly fork',
  source: 'https://github.com/solidlyexchange/solidly',
  contracts: [],
  atAnyAddress: routerFunctions,
})
