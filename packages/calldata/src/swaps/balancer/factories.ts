import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'

/**
 * The factories of a Vault, grouped by the pricing formula of their pools. Pools of other factories may use any
 * formula.
 */
export type BalancerFactories = { readonly weighted: readonly Address[]; readonly stable: readonly Address[] }

type Vaults = {
  /** Address of the Vault, the same on all of these chains. */
  readonly vault: Address
  /** Blocks of the Vault's deployment, if they are known. */
  readonly fromBlocks: { readonly [chain in ChainName]?: bigint }
  readonly factories: { readonly [chain in ChainName]?: BalancerFactories }
}

/**
 * Vaults and factories of Balancer v2: weighted pools of all versions, and plain, meta, phantom and composable stable
 * pools.
 *
 * Source: https://github.com/balancer/balancer-deployments (addresses, @ 6826feb8); blocks: the contract bindings of CoW
 * Protocol's services.
 */
export const balancerV2Vaults: Vaults = {
  vault: '0xba12222222228d8ba445958a75a0704d566bf2c8',
  fromBlocks: { ethereum: 12_272_146n, arbitrum: 222_832n, gnosis: 24_821_598n },
  factories: {
    ethereum: {
      weighted: [
        '0x8e9aa87e45e92bad84d5f8dd1bff34fb92637de9',
        '0xa5bf2ddf098bb0ef6d120c98217dd6b141c74ee0',
        '0xcc508a455f5b0073973107db6a878ddbdab957bc',
        '0x5dd94da3644ddd055fcf6b3e1aa310bb7801eb8b',
        '0x897888115ada5773e02aa29f775430bfb5f34c51',
      ],
      stable: [
        '0xc66ba2b6595d3613ccab350c886ace23866ede24',
        '0x67d27634e44793fe63c467035e31ea8635117cd4',
        '0xb08e16cfc07c684daa2f93c70323badb2a6cbfd2',
        '0x8df6efec5547e31b0eb7d1291b511ff8a2bf987c',
        '0xf9ac7b9df2b3454e841110cce5550bd5ac6f875f',
        '0x85a80afee867adf27b50bdb7b76da70f1e853062',
        '0xdba127fbc23fb20f5929c546af220a991b5c6e01',
        '0xfada0f4547ab2de89d1304a668c39b3e09aa7c76',
        '0xdb8d758bcb971e482b2c45f7f8a7740283a1bd3a',
        '0x5b42ec6d40f7b7965be5308c70e2603c0281c1e9',
      ],
    },
    optimism: {
      weighted: [
        '0xdae7e32adc5d490a43ccba1f0c736033f2b4efca',
        '0x0f3e0c4218b7b0108a3643cfe9d3ec0d4f57c54e',
        '0xad901309d9e9dbc5df19c84f729f429f0189a633',
        '0xa0dabebaad1b243bbb243f933013d560819eb66f',
        '0x230a59f4d9adc147480f03b0d3fffecd56c3289a',
      ],
      stable: [
        '0x41b953164995c11c81da73d212ed8af25741b7ac',
        '0xb08e16cfc07c684daa2f93c70323badb2a6cbfd2',
        '0xeb151668006cd04dadd098afd0a82e78f77076c3',
        '0xf145cafb67081895ee80eb7c04a30cf87f07b745',
        '0x85a80afee867adf27b50bdb7b76da70f1e853062',
        '0xe2e901ab09f37884ba31622df3ca7fc19aa443be',
        '0x1802953277fd955f9a254b80aa0582f193cf1d77',
        '0x043a2dad730d585c44fb79d2614f295d2d625412',
        '0x4bdcc2fb18aeb9e2d281b0278d946445070eada7',
      ],
    },
    arbitrum: {
      weighted: [
        '0x7dfdef5f355096603419239ce743bfaf1120312b',
        '0xcf0a32bbef8f064969f21f7e02328fb577382018',
        '0x8df6efec5547e31b0eb7d1291b511ff8a2bf987c',
        '0xf1665e19bc105be4edd3739f88315cc699cc5b65',
        '0xc7e5ed1054a24ef31d827e6f86caa58b3bc168d7',
      ],
      stable: [
        '0x2433477a10fc5d31b9513c638f19ee85caed53fd',
        '0xebfd5681977e38af65a7487dc70b8221d089ccad',
        '0xdae7e32adc5d490a43ccba1f0c736033f2b4efca',
        '0xef44d6786b2b4d544b7850fe67ce6381626bf2d6',
        '0xaeb406b0e430bf5ea2dc0b9fe62e4e53f74b3a33',
        '0x85a80afee867adf27b50bdb7b76da70f1e853062',
        '0x1c99324edc771c82a0dccb780cc7dda0045e50e7',
        '0x2498a2b0d6462d2260eac50ae1c3e03f4829ba95',
        '0xa8920455934da4d853faac1f94fe7bef72943ef1',
        '0x4bdcc2fb18aeb9e2d281b0278d946445070eada7',
      ],
    },
    polygon: {
      weighted: [
        '0x8e9aa87e45e92bad84d5f8dd1bff34fb92637de9',
        '0xa5bf2ddf098bb0ef6d120c98217dd6b141c74ee0',
        '0x0e39c3d9b2ec765efd9c5c70bb290b1fcd8536e3',
        '0x82e4cfaef85b1b6299935340c964c942280327f4',
        '0xfc8a407bba312ac761d8bfe04ce1201904842b76',
      ],
      stable: [
        '0xc66ba2b6595d3613ccab350c886ace23866ede24',
        '0xdae7e32adc5d490a43ccba1f0c736033f2b4efca',
        '0xc128a9954e6c874ea3d62ce62b468ba073093f25',
        '0xca96c4f198d343e251b1a01f3eba061ef3da73c1',
        '0x136fd06fa01ecf624c7f2b3cb15742c1339dc2c4',
        '0x85a80afee867adf27b50bdb7b76da70f1e853062',
        '0x7bc6c0e73edaa66ef3f6e2f27b0ee8661834c6c9',
        '0x6ab5549bbd766a43afb687776ad8466f8b42f777',
        '0xe2fa4e1d17725e72dcdafe943ecf45df4b9e285b',
        '0xeaedc32a51c510d35ebc11088fd5ff2b47aacf2e',
      ],
    },
    base: {
      weighted: ['0x4c32a8a8fda4e24139b51b456b42290f51d6a1c4'],
      stable: ['0x8df317a729fcaa260306d7de28888932cb579b88', '0x956ccab09898c0af2aca5e6c229c3ad4e93d9288'],
    },
    gnosis: {
      weighted: [
        '0xf302f9f50958c5593770fdf4d4812309ff77414f',
        '0xc128a9954e6c874ea3d62ce62b468ba073093f25',
        '0x6cad2ea22bfa7f4c14aae92e47f510cd5c509bc7',
      ],
      stable: [
        '0xf23b4db826dba14c0e857029dff076b1c0264843',
        '0x76578ecf9a141296ec657847fb45b0585bcda3a6',
        '0xc128468b7ce63ea702c1f104d55a2566b13d3abd',
        '0xd87f44df0159dc78029ab9ca7d7e57e7249f5acd',
        '0x4bdcc2fb18aeb9e2d281b0278d946445070eada7',
        '0x47b489bf5836f83abd928c316f8e39bc0587b020',
      ],
    },
    bsc: {
      weighted: [
        '0xc128a9954e6c874ea3d62ce62b468ba073093f25',
        '0x6e4cf292c5349c79ccd66349c3ed56357dd11b46',
        '0x230a59f4d9adc147480f03b0d3fffecd56c3289a',
      ],
      stable: [
        '0xf302f9f50958c5593770fdf4d4812309ff77414f',
        '0x85a80afee867adf27b50bdb7b76da70f1e853062',
        '0xacaac3e6d6df918bf3c809dfc7d42de0e4a72d4c',
        '0x1802953277fd955f9a254b80aa0582f193cf1d77',
        '0x4fb47126fa83a8734991e41b942ac29a3266c968',
        '0x6b5da774890db7b7b96c6f44e6a4b0f657399e2e',
      ],
    },
    avalanche: {
      weighted: ['0x94f68b54191f62f781fe8298a8a5fa3ed772d227', '0x230a59f4d9adc147480f03b0d3fffecd56c3289a'],
      stable: [
        '0x3b1eb8eb7b43882b385ab30533d9a2bef9052a98',
        '0xe42ffa682a26ef8f25891db4882932711d42e467',
        '0xb9f8ab3ed3f3acba64bc6cd2dca74b7f38fd7b88',
      ],
    },
  },
}

/**
 * Vaults and factories of Balancer v3. The pools of other factories (stable surge, oracles, Gyroscope, reCLAMM, LBP)
 * have their own hooks or curves and are omitted.
 *
 * Source: as above; blocks: the adapters of DefiLlama.
 */
export const balancerV3Vaults: Vaults = {
  vault: '0xba1333333333a1ba1108e8412f11850a5c319ba9',
  fromBlocks: {
    ethereum: 21_332_121n,
    gnosis: 37_360_338n,
    arbitrum: 297_810_187n,
    base: 25_343_854n,
    optimism: 133_969_439n,
  },
  factories: {
    ethereum: {
      weighted: ['0x201efd508c8dfe9de1a13c2452863a78cb2a86cc', '0x332694ef46d880df6ea9593e04cb8abee5f81d99'],
      stable: [
        '0xb9d01ca61b9c181da1051bfdd28e1097e920ab14',
        '0xe42c2e153bb0a8899b59c73f5ff941f9742f1197',
        '0x4efcd8bce8ac9b94bd76648e2c85bef6c40f3228',
      ],
    },
    optimism: {
      weighted: ['0x0f08eef2c785aa5e7539684af04755dec1347b7c', '0x254f3a2974b97dc2e675f6115c845567c55f83b0'],
      stable: ['0x268e2ee1413d768b6e2dc3f5a4ddc9ae03d9af42', '0x1780e8185199dac45284039bb3e3b64060d943ab'],
    },
    arbitrum: {
      weighted: ['0xd961e30156c2e0d0d925a0de45f931cb7815e970', '0x83bf399fa3dc49af8fb5c34031a50c7c93f56129'],
      stable: [
        '0xeb1eeabf0126d813589c3d2cfeffe410d9ae3863',
        '0x44d33798dddcdabc93fe6a40c80588033dc502d3',
        '0x1fc7f1f84cfe61a04224ac8d3f87f56214fec08c',
      ],
    },
    base: {
      weighted: ['0x5cf4928a3205728bd12830e1840f7db85c62a4b9', '0xbdbadc891bb95dee80ebc491699228ef0f7d6ff1'],
      stable: [
        '0xb9f8ab3ed3f3acba64bc6cd2dca74b7f38fd7b88',
        '0xc49ca921c4cd1117162eaeec0ee969649997950c',
        '0xfc2986feab34713e659da84f3b1fa32c1da95832',
      ],
    },
    gnosis: {
      weighted: ['0xeb1eeabf0126d813589c3d2cfeffe410d9ae3863', '0x78ad1e1c10033b18ceaa20088e4e490be42a5417'],
      stable: [
        '0x22625eedd92c81a219a83e1dc48f88d54786b017',
        '0x161f4014c27773840ccb4ec1957113e6dd028846',
        '0x9338f9484120fdfe8f8abea8e5d6d9d8d055962d',
      ],
    },
    avalanche: {
      weighted: ['0xd961e30156c2e0d0d925a0de45f931cb7815e970', '0xbdbadc891bb95dee80ebc491699228ef0f7d6ff1'],
      stable: ['0xeaedc32a51c510d35ebc11088fd5ff2b47aacf2e', '0x16b50f6bf8c8ca73c07e17762188c5deee7ae5db'],
    },
  },
}
