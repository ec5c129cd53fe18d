import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import { deployedOn } from '../decoder/deployedOn.ts'
import { each } from '../decoder/each.ts'
import { otherAction } from '../decoder/otherAction.ts'
import { defineFunctions, defineProtocol, joinFunctions, type Protocol } from '../decoder/protocol.ts'
import { staking } from '../staking/staking.ts'
import { bridge } from './bridge.ts'

type Addresses = { readonly [chain in ChainName]?: readonly Address[] }

/** Function names that farms have as well, and the votes of guardians. At a bridge they are deposits and withdrawals. */
const shared = joinFunctions(
  [...(staking.atAnyAddress ?? [])].map(([selector, known]) => [selector, { ...known, decode: bridge() }] as const),
  defineFunctions(each(bridge(), 'submitTransaction(address,uint256,bytes)', 'confirmTransaction(uint256)')),
)

/**
 * Defines a contract that only bridges. Every call to it is a bridge action, except its operators' functions in
 * `aside`.
 */
function gateway(
  id: string,
  name: string,
  source: string,
  addresses: Addresses,
  aside: readonly string[] = [],
): Protocol {
  return defineProtocol({
    id,
    name,
    source,
    contracts: [
      {
        name,
        addresses,
        functions: joinFunctions(shared, defineFunctions(each(otherAction, ...aside))),
        receive: bridge({ recipient: 'sender' }),
        fallback: bridge(),
      },
    ],
  })
}

const labels = 'https://github.com/brianleect/etherscan-labels'
const llama = 'https://github.com/DefiLlama/bridges-server'
const owltoMaker = '0x5e809a85aa182a9921edd10a4163745bb3e36284'
const starkEx = ['updateState(uint256[],uint256[])', 'registerUser(address,uint256,bytes)']

export const gateways: readonly Protocol[] = [
  gateway(
    'ronin_bridge',
    'Ronin bridge',
    labels,
    deployedOn(
      ['ethereum'],
      '0x1a2a1c938ce3ec39b6d47113c7955baa9dd454f2',
      '0x64192819ac13ef72bf6b5ae239ac672b43a9af08',
    ),
  ),
  gateway(
    'avalanche_bridge',
    'Avalanche bridge',
    llama,
    deployedOn(
      ['ethereum'],
      '0x8eb8a3b98659cce290402893d0123abb75e3ab28',
      '0xe78388b4ce79068e89bf8aa7f218ef6b9ab0e9d0',
    ),
  ),
  gateway(
    'dydx_bridge',
    'dYdX StarkEx',
    labels,
    deployedOn(['ethereum'], '0xd54f502e184b6b739d7d27a6410a67dc462d69c8'),
    starkEx,
  ),
  gateway(
    'immutable_x_bridge',
    'Immutable X',
    labels,
    deployedOn(['ethereum'], '0x5fdcca53617f4d2b9134b29090c87d01058e27e9'),
    starkEx,
  ),
  gateway(
    'sorare_bridge',
    'Sorare L2',
    labels,
    deployedOn(['ethereum'], '0xf5c9f957705bea56a7e806943f98f7777b995826'),
    starkEx,
  ),
  gateway('loopring', 'Loopring', labels, deployedOn(['ethereum'], '0x674bdf20a0f284d710bc40872100128e2d66bd3f')),
  gateway('aztec_bridge', 'Aztec', labels, deployedOn(['ethereum'], '0x737901bea3eeb88459df9ef1be8ff3ae1b42a2ba'), [
    'escapeHatch(bytes,bytes,bytes)',
    'processRollup(bytes,bytes)',
  ]),
  gateway(
    'synthetix_bridge',
    'Synthetix L2 bridge',
    labels,
    deployedOn(
      ['ethereum'],
      '0x045e507925d2e05d114534d0810a1abd94aca8d6',
      '0xcd9d4988c0ae61887b075ba77f08cbfad2b65068',
    ),
  ),
  gateway(
    'omg_bridge',
    'OMG Plasma',
    labels,
    deployedOn(
      ['ethereum'],
      '0x070cb1270a4b2ba53c81cef89d0fd584ed4f430b',
      '0x3eed23ea148d356a72ca695dbce2fceb40a32ce0',
    ),
  ),
  gateway(
    'rainbow_bridge',
    'Rainbow bridge (NEAR)',
    labels,
    deployedOn(['ethereum'], '0x23ddd3e3692d1861ed57ede224608875809e127f'),
  ),
  gateway('harmony_bridge', 'Harmony bridge', labels, {
    ethereum: [
      '0x2dccdb493827e15a5dc8f8b72147e6c4a5620857',
      '0xf9fb1c508ff49f78b60d3a96dea99fa5d7f3a8a6',
      '0xfd53b1b4af84d59b20bf2c20ca89a6beeaa2c628',
      '0xfe601de9d4295274b9904d5a9ad7069f23ee2b32',
      '0x4d34e61caf7a3622759d69e48ccdeb8dee5021e8',
    ],
    bsc: ['0xfd53b1b4af84d59b20bf2c20ca89a6beeaa2c628'],
  }),
  gateway('heco_bridge', 'HECO bridge', labels, deployedOn(['ethereum'], '0xa929022c9107643515f5c777ce9a910f0d1e490c')),
  gateway(
    'fantom_bridge',
    'Fantom bridge',
    labels,
    deployedOn(['ethereum'], '0x9a8c4bdcd75cfa1059a6e453ac5ce9d3f5c82a35'),
  ),
  gateway(
    'metis_bridge',
    'Metis bridge',
    labels,
    deployedOn(['ethereum'], '0x3980c9ed79d2c191a89e02fa3529c60ed6e9c04b'),
  ),
  gateway(
    'secret_bridge',
    'Secret Network bridge',
    labels,
    deployedOn(['ethereum'], '0xf4b00c937b4ec4bb5ac051c3c719036c668a31ec'),
  ),
  gateway(
    'rsk_bridge',
    'RSK token bridge',
    labels,
    deployedOn(['ethereum'], '0x12ed69359919fc775bc2674860e8fe2d2b6a7b5d'),
  ),
  gateway(
    'gravity_bridge',
    'Gravity bridge',
    labels,
    deployedOn(['ethereum'], '0xa4108aa1ec4967f8b52220a4f7e94a8201f2d906'),
  ),
  gateway(
    'orbit_bridge',
    'Orbit bridge',
    labels,
    deployedOn(['ethereum'], '0x1bf68a9d1eaee7826b3593c20a0ca93293cb489a'),
  ),
  gateway(
    'zkswap_bridge',
    'ZKSwap',
    labels,
    deployedOn(
      ['ethereum'],
      '0x8eca806aecc86ce90da803b080ca4e3a9b8097ad',
      '0x6de5bdc580f55bc9dacafcb67b91674040a247e3',
      '0x5cdaf83e077dbac2692b5864ca18b61d67453be8',
    ),
  ),
  gateway('allbridge', 'Allbridge', labels, {
    ...deployedOn(['avalanche', 'celo'], '0xbbbd1bbb4f9b936c3604906d7592a644071de884'),
    ethereum: ['0xbbbd1bbb4f9b936c3604906d7592a644071de884', '0x609c690e8f7d68a59885c9132e812eebdaaf0c9e'],
    bsc: ['0xbbbd1bbb4f9b936c3604906d7592a644071de884', '0x3c4fa639c8d7e65c603145adad8bd12f2358312f'],
    polygon: ['0xbbbd1bbb4f9b936c3604906d7592a644071de884', '0x7775d63836987f444e2f14aa0fa2602204d7d3e0'],
  }),
  gateway('hyphen', 'Hyphen', labels, {
    ethereum: ['0x2a5c2568b10a0e826bfa892cf21ba7218310180b', '0xf78765bd14b4e8527d9e4e5c5a5c11a44ad12f47'],
    avalanche: ['0xf78765bd14b4e8527d9e4e5c5a5c11a44ad12f47'],
  }),
  gateway('connext_nxtp', 'Connext TransactionManager', labels, {
    ethereum: ['0x31efc4aeaa7c39e54a33fdc3c46ee2bd70ae0a09'],
    polygon: ['0x31efc4aeaa7c39e54a33fdc3c46ee2bd70ae0a09', '0x6090de2ec76eb1dc3b5d632734415c93c44fd113'],
    bsc: ['0x31efc4aeaa7c39e54a33fdc3c46ee2bd70ae0a09'],
    optimism: ['0x31efc4aeaa7c39e54a33fdc3c46ee2bd70ae0a09'],
    arbitrum: ['0xcf4d2994088a8cde52fb584fe29608b63ec063b2', '0x31efc4aeaa7c39e54a33fdc3c46ee2bd70ae0a09'],
  }),
  gateway(
    'meson',
    'Meson',
    llama,
    deployedOn(
      [
        'ethereum',
        'arbitrum',
        'optimism',
        'base',
        'polygon',
        'bsc',
        'avalanche',
        'linea',
        'scroll',
        'mantle',
        'gnosis',
      ],
      '0x25ab3efd52e6470681ce037cd546dc60726948d3',
    ),
  ),
  gateway('mayan', 'Mayan', labels, {
    ethereum: ['0x05b70fb5477a93be33822bfb31fdaf2c171970df', '0x0654874eb7f59c6f5b39931fc45dc45337c967c3'],
    bsc: ['0x05b70fb5477a93be33822bfb31fdaf2c171970df', '0x0654874eb7f59c6f5b39931fc45dc45337c967c3'],
    ...deployedOn(
      ['arbitrum', 'optimism', 'base', 'polygon', 'avalanche'],
      '0x0654874eb7f59c6f5b39931fc45dc45337c967c3',
    ),
  }),
  gateway('rhino_fi', 'rhino.fi', llama, {
    ethereum: ['0x5d22045daceab03b158031ecb7d9d06fad24609b', '0xbca3039a18c0d2f2f84ba8a028c67290bc045afa'],
    arbitrum: ['0x10417734001162ea139e8b044dfe28dbb8b28ad0'],
    base: ['0x2f59e9086ec8130e21bd052065a9e6b2497bb102'],
    bsc: ['0xb80a582fa430645a043bb4f6135321ee01005fef'],
    linea: ['0xcf68a2721394dcf5dcf66f6265c1819720f24528'],
    scroll: ['0x87627c7e586441eef9ee3c28b66662e897513f33'],
    zksync: ['0x1fa66e2b38d0cc496ec51f81c3e05e6a6708986f'],
    ...deployedOn(['avalanche', 'blast', 'ink', 'mantle'], '0x5e023c31e1d3dcd08a1b3e8c96f6ef8aa8fcacd1'),
  }),
  // The maker takes plain transfers.
  gateway('owlto', 'Owlto', llama, {
    ...deployedOn(['ethereum', 'bsc', 'polygon', 'optimism', 'linea', 'scroll', 'zksync', 'mantle'], owltoMaker),
    arbitrum: [owltoMaker, '0x0e83ded9f80e1c92549615d96842f5cb64a08762'],
    avalanche: ['0x3f0f0e6411f859da1a1bbf8bd6217ca93820bb98'],
    base: [owltoMaker, '0xb5cedaf172425bdea4c186f6fcf30b367273da19', '0xc626845bf4e6a5802ef774da0b3dfc6707f015f7'],
    blast: [owltoMaker, '0xc626845bf4e6a5802ef774da0b3dfc6707f015f7'],
  }),
  // An account that takes native currency with the destination's short code as calldata, and a contract for the rest.
  gateway(
    'gas_zip',
    'Gas.zip',
    'https://dev.gas.zip/gas/chain-support/inbound',
    deployedOn(
      [
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
      ],
      '0x391e7c679d29bd940d63be94ad22a25d25b5a604',
      '0x2a37d63eadfe4b4682a3c28c1c2cd4f109cc2762',
    ),
  ),
  gateway('router_nitro', 'Router Nitro', llama, {
    ethereum: ['0xc21e4ebd1d92036cb467b53fe3258f219d909eb9'],
    arbitrum: ['0xef300fb4243a0ff3b90c8ccfa1264d78182adaa4'],
    avalanche: ['0xf9f4c3dc7ba8f56737a92d74fd67230c38af51f2'],
    base: ['0x0fa205c0446cd9eedcc7538c9e24bc55ad08207f'],
    bsc: ['0x260687ebc6c55dadd578264260f9f6e968f7b2a5'],
    linea: ['0x8c4acd74ff4385f3b7911432fa6787aa14406f8b'],
    mantle: ['0xc21e4ebd1d92036cb467b53fe3258f219d909eb9'],
    optimism: ['0x8201c02d4ab2214471e8c3ad6475c8b0cd9f2d06'],
    polygon: ['0x1396f41d89b96eaf29a7ef9ee01ad36e452235ae'],
  }),
  gateway(
    'layerswap',
    'Layerswap',
    'https://github.com/LedgerHQ/clear-signing-erc7730-registry',
    deployedOn(
      [
        'ethereum',
        'optimism',
        'bsc',
        'gnosis',
        'polygon',
        'sonic',
        'mantle',
        'base',
        'arbitrum',
        'celo',
        'avalanche',
        'ink',
        'linea',
        'berachain',
        'scroll',
        'unichain',
      ],
      '0xe226e4825cb215abafad98fdd400583eab6a594f',
    ),
  ),
]
