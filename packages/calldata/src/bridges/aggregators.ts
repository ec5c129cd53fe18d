import type { Call } from '../decoder/call.ts'
import { deployedOn } from '../decoder/deployedOn.ts'
import { each } from '../decoder/each.ts'
import { type Decode, defineFunctions, defineProtocol, type Protocol } from '../decoder/protocol.ts'
import { bridge } from './bridge.ts'

const bridgeData = '(bytes32,string,string,address,address,address,uint256,uint256,bool,bool)'
const swapData = '(address,address,address,address,uint256,bytes,bool)[]'

/** The extra argument of each LI.FI bridge, besides the common arguments. Empty if there is none. */
const facets: { readonly [name: string]: string } = {
  Across: '(int64,uint32,bytes,uint256)',
  AcrossV4: '(bytes32,bytes32,bytes32,bytes32,uint256,uint128,bytes32,uint32,uint32,uint32,bytes)',
  AcrossV4Swap: '(uint8,bytes,bytes)',
  AllBridge: '(bytes32,uint256,bytes32,uint256,uint8,bool)',
  ArbitrumBridge: '(uint256,uint256,uint256)',
  CelerCircleBridge: '(uint256,uint32)',
  Chainflip: '(bytes,uint32,address,(address,address,address,address,uint256,bytes,bool)[],uint256,bytes)',
  DeBridgeDln: '(bytes,bytes,bytes,uint256)',
  Eco: '(bytes,address,uint64,bytes,bytes32,address)',
  Frax: '(address,uint32,uint256,address,bytes32)',
  Garden: '(address,address,uint256,bytes32,bytes32)',
  GasZip: '(bytes32,uint256)',
  Glacis: '(bytes32,address,uint256,bytes32)',
  GnosisBridge: '',
  LayerSwap: '(bytes32,address,address,bytes32,bytes,uint256)',
  LiFiIntentEscrowV2:
    '(bytes32,bytes32,address,uint256,uint32,uint32,address,bytes32,bytes32,bytes32,uint128,(address,address,address,address,uint256,bytes,bool)[],bytes)',
  Mayan: '(bytes32,address,bytes,address,bytes,address,uint256,address,uint256)',
  MegaETHBridge: '(address,uint32,bool)',
  NEARIntents: '(bytes32,address,bytes32,uint256,uint256,address,bytes)',
  OmniBridge: '',
  OptimismBridge: '(address,uint32,bool)',
  PaxosTransit:
    '(((uint32,address,address),uint256,address,uint256,uint256,address,bytes32,uint256,bytes32),bytes,uint256,address)',
  PolygonBridge: '',
  PolymerCCTP: '(uint256,uint256,bytes32,bytes32,uint32,address,bytes)',
  RelayDepository: '(bytes32,address)',
  Squid: '(uint8,string,string,string,address,(uint8,address,uint256,bytes,bytes)[],bytes,uint256,bool)',
  Stargate: '(uint16,(uint32,bytes32,uint256,uint256,bytes,bytes,bytes),(uint256,uint256),address)',
  Superset: '(bytes,uint256,address,address,uint256,uint32,bytes,uint256)',
  Symbiosis:
    '(address,bytes32,bytes,bytes,address,address,address[],address,bytes,bool,address,address,bytes,uint256,uint256,bytes)',
  ThorSwap: '(address,string,uint256)',
  Unit: '(address,bytes,uint256)',
  Hop: '(uint256,uint256,uint256,uint256,uint256,address,address)',
  CBridge: '(uint32,uint64)',
  Multichain: '(address)',
  Amarok: '(bytes,address,address,uint256,uint256,address,uint32,bool)',
  AcrossV3: '(address,address,uint256,uint64,uint32,uint32,bytes)',
  Hyphen: '',
}

/**
 * Decodes `BridgeData`: sent token 4, receiver 5, minimum amount 6, chain id of the destination 7. If the call swaps
 * first, the caller pays the first token of the swap, but the token of word 4 is reported.
 */
function start(call: Call): void {
  const data = call.tuple(0)
  const token = data.address(4)
  call.emit({
    kind: 'bridge',
    token: call.toErc20(token),
    amount: data.uint(6),
    recipient: data.address(5),
    destination: data.uint(7),
  })
}

function lifiFunctions(): { readonly [signature: string]: Decode } {
  const signatures = Object.entries(facets).flatMap(([name, argument]) => {
    const rest = argument === '' ? '' : `,${argument}`
    return [
      `startBridgeTokensVia${name}(${bridgeData}${rest})`,
      `swapAndStartBridgeTokensVia${name}(${bridgeData},${swapData}${rest})`,
    ]
  })
  return each(start, ...signatures)
}

/** Only bridging functions: the contract has other functions for swaps on one chain. */
const lifi = defineProtocol({
  id: 'lifi',
  name: 'LI.FI',
  source: 'https://github.com/lifinance/lifi-contract-types',
  contracts: [],
  atAnyAddress: defineFunctions({
    ...lifiFunctions(),
    // Stargate v1 and the packed forms, whose arguments are no ABI.
    ...each(
      bridge(),
      'startBridgeTokensViaAcrossV4ERC20Packed()',
      'startBridgeTokensViaAcrossV4NativePacked()',
      'startBridgeTokensViaCBridgeNativePacked()',
      'startBridgeTokensViaCBridgeERC20Packed()',
      'startBridgeTokensViaHopL2NativePacked()',
      'startBridgeTokensViaHopL2ERC20Packed()',
      'startBridgeTokensViaHopL1NativePacked()',
      'startBridgeTokensViaHopL1ERC20Packed()',
      'startBridgeTokensViaAcrossNativePacked()',
      'startBridgeTokensViaAcrossERC20Packed()',
      'startBridgeTokensViaAcrossV3NativePacked()',
      'startBridgeTokensViaAcrossV3ERC20Packed()',
    ),
    ...each(
      start,
      `startBridgeTokensViaStargate(${bridgeData},(uint256,uint256,uint256,uint256,address,bytes,bytes))`,
      `swapAndStartBridgeTokensViaStargate(${bridgeData},${swapData},(uint256,uint256,uint256,uint256,address,bytes,bytes))`,
      `startBridgeTokensViaStargate(${bridgeData},(uint256,uint256,uint256,uint256,uint256,address,bytes,bytes))`,
      `swapAndStartBridgeTokensViaStargate(${bridgeData},${swapData},(uint256,uint256,uint256,uint256,uint256,address,bytes,bytes))`,
    ),
  }),
})

const chains = [
  'ethereum',
  'arbitrum',
  'optimism',
  'base',
  'polygon',
  'bsc',
  'avalanche',
  'gnosis',
  'linea',
  'scroll',
  'zksync',
  'mantle',
  'blast',
  'celo',
  'moonbeam',
  'unichain',
  'worldchain',
  'ink',
  'sonic',
  'berachain',
] as const

/**
 * Decodes Socket. Four bytes select the route, and the calldata for the route's contract follows them. There is no
 * published list of routes.
 */
const socket = defineProtocol({
  id: 'socket',
  name: 'Socket (Bungee)',
  source: 'https://docs.bungee.exchange/socket-api/introduction/contract-addresses',
  contracts: [
    {
      name: 'SocketGateway, Registry',
      addresses: deployedOn(
        chains,
        '0x3a23f943181408eac424116af7b7790c94cb97a5',
        '0xc30141b657f4216252dc59af2e7cdb9d8792e1b0',
      ),
      functions: defineFunctions({}),
      fallback: bridge(),
    },
  ],
})

const squid = defineProtocol({
  id: 'squid',
  name: 'Squid',
  source: 'https://docs.squidrouter.com/additional-resources/contracts',
  contracts: [
    {
      name: 'SquidRouter',
      addresses: deployedOn(chains, '0xce16f69375520ab01377ce7b88f5ba8c48f8d666'),
      functions: defineFunctions({}),
      fallback: bridge(),
    },
  ],
})

/** Decodes deposits to Relay's addresses. A deposit is a plain transfer or a transfer with an order id appended. */
const relay = defineProtocol({
  id: 'relay',
  name: 'Relay',
  source: 'https://docs.relay.link/references/protocol/contract-addresses',
  contracts: [
    {
      name: 'Receiver, solver, depository',
      addresses: deployedOn(
        chains,
        '0xa5f565650890fba1824ee0f21ebbbf660a179934',
        '0xf70da97812cb96acdf810712aa562db8dfa3dbef',
        '0x4cd00e387622c35bddb9b4c962c136462338bc31',
      ),
      functions: defineFunctions({}),
      receive: bridge({ recipient: 'sender' }),
      fallback: bridge({ recipient: 'sender' }),
    },
  ],
})

/**
 * Decodes a transfer to Orbiter's makers. The last four digits of the amount are the destination (9001 or higher).
 * Other amounts are plain transfers.
 */
function orbit(call: Call): void {
  const code = call.value % 10_000n
  if (code > 9000n)
    call.emit({ kind: 'bridge', token: null, amount: call.value, recipient: call.from, destination: code })
  else call.emit({ kind: 'transfer', token: null, from: call.from, to: call.to, amount: call.value })
}

const orbiter = defineProtocol({
  id: 'orbiter',
  name: 'Orbiter',
  source: 'https://github.com/Orbiter-Finance/orbiter-sdk',
  contracts: [
    {
      name: 'Makers',
      addresses: deployedOn(
        chains,
        '0x80c67432656d59144ceff962e8faf8926599bcf8',
        '0xe4edb277e41dc89ab076a1f049f4a3efa700bce8',
        '0x41d3d33156ae7c62c094aae2995003ae63f587b3',
        '0x095d2918b03b2e86d68551dcf11302121fb626c9',
      ),
      functions: defineFunctions({}),
      receive: orbit,
    },
  ],
  atAnyAddress: defineFunctions({
    // Its router: to a maker, with the order in bytes.
    'transfer(address,bytes)': bridge({ recipient: 'sender' }),
    'transferToken(address,address,uint256,bytes)': bridge({ token: 0, amount: 2 }),
  }),
})

export const bridgeAggregators: readonly Protocol[] = [lifi, socket, squid, relay, orbiter]
