# IR level Instrumentation Flag
:ir
$s11LinuxSystem10ByteBufferV4grow33_18B645F8509F0A2B127D4253C6930525LL2byySi_tF
# Func Hash:
844982796950093491
# Num Counters:
4
# Counter Values:
25
0
0
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem10ByteBufferV4textSSvg
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
25
# Num Bitmap Bytes:
$0

$s11LinuxSystem10ByteBufferV5bytes2inSays5UInt8VGSnySiG_tF
# Func Hash:
98923585688378990
# Num Counters:
4
# Counter Values:
124
124
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
2
513:104
257:20

$s11LinuxSystem10ByteBufferV5bytesSays5UInt8VGvg
# Func Hash:
2202711501531239
# Num Counters:
2
# Counter Values:
124
124
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
2
129:62
257:62

$s11LinuxSystem10ByteBufferV6append11hexadecimalySays5UInt8VG_tF
# Func Hash:
1104024240749599068
# Num Counters:
12
# Counter Values:
30882
25735
5147
5147
0
0
0
0
0
0
19545
18743
# Num Bitmap Bytes:
$0

$s11LinuxSystem10ByteBufferV6append13quotedIfPlainSbSS_tF
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
16042
16042
# Num Bitmap Bytes:
$0

$s11LinuxSystem10ByteBufferV6append13quotedIfPlainSbSS_tFSbSWXEfU_
# Func Hash:
1080275686324488053
# Num Counters:
10
# Counter Values:
0
0
287812
0
287812
0
16042
16042
16042
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem10ByteBufferV6append33_18B645F8509F0A2B127D4253C6930525LL6quotedySW_tF
# Func Hash:
933248316679697348
# Num Counters:
9
# Counter Values:
16042
16042
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
9
4:9258
33:5166
3:910
9:308
7:136
6:124
2:110
17:20
8:10

$s11LinuxSystem10ByteBufferV6append33_18B645F8509F0A2B127D4253C6930525LLyySWF
# Func Hash:
778228582872917229
# Num Counters:
6
# Counter Values:
37120
37120
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
2
5:26304
4:10816

$s11LinuxSystem10ByteBufferV6append6member7isFirstys12StaticStringV_SbtF
# Func Hash:
285492488903606960
# Num Counters:
12
# Counter Values:
112130
15
101088
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
9
9:47456
4:26098
6:11044
5:10866
7:5642
3:5122
16:5122
8:634
17:146

$s11LinuxSystem10ByteBufferV6append6quotedySS_tF
# Func Hash:
747141663499972871
# Num Counters:
9
# Counter Values:
27272
27272
27272
5
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
7
4:15400
7:5486
8:5290
9:694
6:186
17:124
2:92

$s11LinuxSystem10ByteBufferV6append_6digitsys5Int64V_SitF
# Func Hash:
205679653505008215
# Num Counters:
12
# Counter Values:
5068
3620
2534
2534
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem10ByteBufferV6appendyySays5UInt8VGF
# Func Hash:
98923585729833829
# Num Counters:
4
# Counter Values:
428
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
3
513:216
129:106
257:106

$s11LinuxSystem10ByteBufferV6appendyySiF
# Func Hash:
331779889442009100
# Num Counters:
8
# Counter Values:
36532
11050
5
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem10ByteBufferV6appendyys12StaticStringVF
# Func Hash:
798733564316917865
# Num Counters:
4
# Counter Values:
0
37120
0
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem10ByteBufferV6appendyys5UInt8VF
# Func Hash:
844982799463459685
# Num Counters:
4
# Counter Values:
63956
0
0
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem10ByteBufferV8capacityACSi_tcfC
# Func Hash:
784007058953177093
# Num Counters:
2
# Counter Values:
171
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem10ByteBufferV9removeAllyyF
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
392
# Num Bitmap Bytes:
$0

$s11LinuxSystem10ByteBufferVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
171
# Num Bitmap Bytes:
$0

$s11LinuxSystem10LeaseFilesV11readMeteredSayAA9DHCPLeaseVGyAA0B5ErrorVYKF
# Func Hash:
918890057520024143
# Num Counters:
78
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
74
0
0
0
54
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
27
0
0
0
0
0
0
37
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem10LeaseFilesV4rootACSS_tcfC
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
37
# Num Bitmap Bytes:
$0

$s11LinuxSystem10LeaseFilesV4rootACSS_tcfcfA_
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
37
# Num Bitmap Bytes:
$0

$s11LinuxSystem10LeaseFilesV7foldersSaySSGvg
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0

$s11LinuxSystem10fileExistsySbSSF
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
37
# Num Bitmap Bytes:
$0

$s11LinuxSystem11AddressTextO10formatIPv433_D88584FEA95B85CD95F241829DE029E7LLySSs6UInt32VFZSiSrys5UInt8VGXEfU_
# Func Hash:
52047011501472894
# Num Counters:
10
# Counter Values:
664
498
166
166
166
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem11AddressTextO6format6isIPv64high3lowSSSb_s6UInt64VAItFZ
# Func Hash:
1124680651927723188
# Num Counters:
3
# Counter Values:
10
166
10
# Num Bitmap Bytes:
$0

$s11LinuxSystem11AddressTextO9parseIPv4ys6UInt32VSgSSFZ
# Func Hash:
1063705162558100101
# Num Counters:
3
# Counter Values:
148
148
111
# Num Bitmap Bytes:
$0

$s11LinuxSystem11AddressTextO9parseIPv6ys6UInt64V4high_AF3lowtSgSSFZ
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
37
# Num Bitmap Bytes:
$0

$s11LinuxSystem11AddressTextO9parseIPv6ys6UInt64V4high_AF3lowtSgSSFZTf4nd_n
# Func Hash:
1063705162558100101
# Num Counters:
3
# Counter Values:
37
37
37
# Num Bitmap Bytes:
$0

$s11LinuxSystem12SuspendWatchC18millisecondsAsleep33_A873CFAEF0A96B3C84FA316D286E2C4FLLs5Int64VvgZTf4d_n
# Func Hash:
391331301927502568
# Num Counters:
6
# Counter Values:
7
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem12SuspendWatchCACyAA0B5ErrorVYKcfC
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
7
# Num Bitmap Bytes:
$0

$s11LinuxSystem12SuspendWatchCACyAA0B5ErrorVYKcfc
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
7
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem12SuspendWatchCMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0

$s11LinuxSystem12SuspendWatchCfD
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0

$s11LinuxSystem13NetworkDeviceVSgMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
75
5
5
# Num Bitmap Bytes:
$0

$s11LinuxSystem13NetworkDeviceVSgWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
50
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:50

$s11LinuxSystem13NetworkDeviceVSgWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
25
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:25

$s11LinuxSystem13NetworkDeviceVwet
# Func Hash:
607699200014702880
# Num Counters:
5
# Counter Values:
75
75
0
0
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem13readWholeFile_5limitSays5UInt8VGSgSS_SitAA0B5ErrorVYKF
# Func Hash:
325048436723353587
# Num Counters:
16
# Counter Values:
0
0
0
0
0
74
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem14MonotonicClockO12millisecondss5Int64VvgZ
# Func Hash:
238984481941143025
# Num Counters:
3
# Counter Values:
959
0
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem14StandardStreamO10isTerminalSbvg
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
12
# Num Bitmap Bytes:
$0

$s11LinuxSystem14StandardStreamO18writeIfThereIsRoomySbAA10ByteBufferVAA0B5ErrorVYKF
# Func Hash:
421769329858205906
# Num Counters:
14
# Counter Values:
0
0
0
0
0
0
342
0
342
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem14StandardStreamO5check33_5C971F30D036F5FF0FBDF81BE00840E9LLyys5Int32VAA0B5ErrorVYKF
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
352
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem14StandardStreamO5write33_5C971F30D036F5FF0FBDF81BE00840E9LL3all4froms5Int32VSW_SitF
# Func Hash:
650973720842792553
# Num Counters:
9
# Counter Values:
10
10
0
0
0
10
0
0
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem14StandardStreamO5writeyyAA10ByteBufferVAA0B5ErrorVYKF
# Func Hash:
650973721085422339
# Num Counters:
9
# Counter Values:
50
0
0
50
50
0
0
0
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem14StandardStreamO5writeyySSAA0B5ErrorVYKF
# Func Hash:
1124680650748772420
# Num Counters:
3
# Counter Values:
10
0
10
# Num Bitmap Bytes:
$0

$s11LinuxSystem14StandardStreamO7columnsSiSgvg
# Func Hash:
702941992757231615
# Num Counters:
3
# Counter Values:
5
5
5
# Num Bitmap Bytes:
$0

$s11LinuxSystem14StandardStreamO8rawValues5Int32Vvg
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
936
# Num Bitmap Bytes:
$0

$s11LinuxSystem18ProcessEnvironmentO5value2ofSSSgSS_tFZ
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
81
74
# Num Bitmap Bytes:
$0

$s11LinuxSystem21ResolverConfigurationV11nameServersACSaySSG_tcfC
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
81
# Num Bitmap Bytes:
$0

$s11LinuxSystem21ResolverConfigurationV4readACyAA0B5ErrorVYKFZ
# Func Hash:
624048237730734543
# Num Counters:
38
# Counter Values:
37
0
0
0
74
37
74
74
0
0
0
37
0
0
37
0
0
37
0
37
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem21ResolverConfigurationV4textACSS_tcfCTf4nd_n
# Func Hash:
489351979728589593
# Num Counters:
27
# Counter Values:
37
37
0
37
851
0
0
851
0
0
37
37
0
0
37
37
0
0
0
0
0
0
0
37
0
37
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem21ResolverConfigurationV5filesSaySSGvau
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0

$s11LinuxSystem21ResolverConfigurationV5files_WZ
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0

$s11LinuxSystem6FolderV7entries10withPrefixSaySSGSS_tAA0B5ErrorVYKF
# Func Hash:
599005164756698278
# Num Counters:
8
# Counter Values:
54
0
27
0
27
27
0
27
# Num Bitmap Bytes:
$0

$s11LinuxSystem8openFile33_560BF62549BA288CC728FB7378AE6894LLys5Int32VSgAE_SSAEtAA0B5ErrorVYKF
# Func Hash:
694937221372973090
# Num Counters:
6
# Counter Values:
121
121
484
212
0
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem9FileWatchC3add33_3C4CD78B6A95DA9826056B32BA99E56DLL_3for_SbSS_SSSgs6UInt32VtF
# Func Hash:
694937219448602952
# Num Counters:
6
# Counter Values:
105
77
70
0
28
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem9FileWatchC5watch33_3C4CD78B6A95DA9826056B32BA99E56DLLyyF
# Func Hash:
720618883070702155
# Num Counters:
27
# Counter Values:
28
0
21
0
7
28
77
56
70
0
21
0
0
0
0
21
14
63
0
21
21
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem9FileWatchCMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
21
# Num Bitmap Bytes:
$0

$s11LinuxSystem9FileWatchC_11seesWritingACSaySSG_SbtAA0B5ErrorVYKcfC
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
21
# Num Bitmap Bytes:
$0

$s11LinuxSystem9FileWatchC_11seesWritingACSaySSG_SbtAA0B5ErrorVYKcfc
# Func Hash:
942389667449461396
# Num Counters:
3
# Counter Values:
21
0
7
# Num Bitmap Bytes:
$0

$s11LinuxSystem9FileWatchC_11seesWritingACSaySSG_SbtAA0B5ErrorVYKcfcfA0_
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
14
# Num Bitmap Bytes:
$0

$s11LinuxSystem9FileWatchCfD
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
21
# Num Bitmap Bytes:
$0

$s11LinuxSystem9ReadinessV3addyyAC8InterestVF
# Func Hash:
886271540078755313
# Num Counters:
4
# Counter Values:
2808
0
0
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem9ReadinessV4wait12millisecondsys5Int32VSg_tF
# Func Hash:
1055735125505755155
# Num Counters:
10
# Counter Values:
0
2808
468
468
0
0
0
0
0
468
# Num Bitmap Bytes:
$0

$s11LinuxSystem9ReadinessV8InterestV5isMet6withinSbs5Int32VSg_tF
# Func Hash:
702941992757231615
# Num Counters:
3
# Counter Values:
39
0
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem9ReadinessV8InterestV_5reads6writesAEs5Int32V_S2btcfC
# Func Hash:
702941992757231615
# Num Counters:
3
# Counter Values:
2847
0
2379
# Num Bitmap Bytes:
$0

$s11LinuxSystem9ReadinessV8InterestV_5reads6writesAEs5Int32V_S2btcfcfA0_
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
468
# Num Bitmap Bytes:
$0

$s11LinuxSystem9ReadinessV8InterestV_5reads6writesAEs5Int32V_S2btcfcfA1_
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
2358
# Num Bitmap Bytes:
$0

$s11LinuxSystem9ReadinessV8containsySbs5Int32VF
# Func Hash:
631255615121237898
# Num Counters:
6
# Counter Values:
1872
1872
1872
0
0
1404
# Num Bitmap Bytes:
$0

$s11LinuxSystem9ReadinessV8isClosedySbs5Int32VF
# Func Hash:
631255615121237898
# Num Counters:
6
# Counter Values:
468
468
468
0
0
0
# Num Bitmap Bytes:
$0

$s11LinuxSystem9ReadinessVACycfC
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
468
# Num Bitmap Bytes:
$0

$s11LinuxSystem9ResidenceO11forgetStartyyFZ
# Func Hash:
536873290342818993
# Num Counters:
4
# Counter Values:
2
2
2
2
# Num Bitmap Bytes:
$0

$s11LinuxSystem9WallClockO12millisecondss5Int64VvgZ
# Func Hash:
238984481941143025
# Num Counters:
3
# Counter Values:
372
0
0
# Num Bitmap Bytes:
$0

$s12Reachability10LiveRoutesV5EntryVWOc
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
388
# Num Bitmap Bytes:
$0

$s12Reachability10LiveRoutesV5EntryVWOh
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
194
# Num Bitmap Bytes:
$0

$s12Reachability10LiveRoutesV5EntryVwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
388
# Num Bitmap Bytes:
$0

$s12Reachability10LiveRoutesV5EntryVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
194
# Num Bitmap Bytes:
$0

$s12Reachability10LiveRoutesV7through5known__ACx_SayAA0B5RouteVGAA10PathProbesVAA9WayfinderCt7Netlink0J5ErrorVYKcSTRzs6UInt32V7ElementRtzlufCSayAQG_Tt3g5
# Func Hash:
1018343609976936748
# Num Counters:
72
# Counter Values:
0
0
0
0
0
385
194
0
194
0
0
0
0
0
191
0
0
0
0
0
0
194
0
194
0
0
0
194
0
0
194
0
0
0
0
0
0
0
0
0
0
0
194
0
0
0
0
0
0
0
0
0
0
0
0
194
0
0
0
0
0
0
0
0
0
0
0
194
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability10NameServerVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
37
# Num Bitmap Bytes:
$0

$s12Reachability10PathChangeV4from2to8isResync11showsOthersACSgAA07NetworkB0V_AJS2btcfC
# Func Hash:
948827212005354227
# Num Counters:
7
# Counter Values:
884
852
124
124
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability10PathChangeV7differs33_A6810EF9864AE1743875EA33F8684CECLLySbAC5FieldO_AA07NetworkB0VAItFZTf4nnnd_n
# Func Hash:
1048819642757677219
# Num Counters:
34
# Counter Values:
20
0
1736
0
0
124
124
124
124
124
124
124
124
124
124
124
62
42
62
124
62
62
62
0
20
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability10PathProbesV8standardACvau
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
37
# Num Bitmap Bytes:
$0

$s12Reachability10PathProbesV8standard_WZ
# Func Hash:
135188632694575938
# Num Counters:
7
# Counter Values:
111
37
74
37
37
0
74
# Num Bitmap Bytes:
$0

$s12Reachability10PathProbesVWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
2
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:2

$s12Reachability11NetworkPathV10connectionAC10ConnectionOvg
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
153
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV10interfacesySayAA0B9InterfaceVGSays6UInt32VGF
# Func Hash:
821455152226506986
# Num Counters:
33
# Counter Values:
0
0
218
204
0
0
0
0
0
218
218
218
0
204
0
174
36
32
174
14
0
0
0
0
0
0
0
44
0
0
168
168
0
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV10isDegradedSbvg
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
158
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV11hasDecision2ofSbAC_tF
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
411
91
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV11supportsDNSSbvg
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
151
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV12forEachShown3all_ySb_ys6UInt32V_AA0B5StateV9InterfaceVtKXEtKF018$s12Reachability11bc31V20interfacesOfInterestSayAA0B9j7VGvgys6h2V_q2B5I11V0G0VtXEfU_SayAGGTf1ncn_n
# Func Hash:
376914490259680418
# Num Counters:
41
# Counter Values:
15
0
15
15
15
15
15
0
0
15
15
15
0
0
15
0
0
0
15
0
0
0
0
15
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV12forEachShown3all_ySb_ys6UInt32V_AA0B5StateV9InterfaceVtKXEtKF018$s12Reachability11bc6V14fore41Showing3all6beside_ySb_ACSgyAC0F0OXEtFys6h7V_AA0B5i2V9J8VtXEfU0_ACSgSbA2C7ShowingOIgg_AA12Presentation33_FB350285D2F17AAFC567D66B2CD66885LLVTf1ncn_nTf4nngnggn_n
# Func Hash:
180903125111551372
# Num Counters:
101
# Counter Values:
44
62
44
0
44
44
22
106
62
0
44
42
44
62
22
0
44
42
42
0
0
40
42
0
42
0
42
0
20
0
0
0
0
0
0
82
0
42
62
0
20
106
62
0
62
0
20
0
0
22
20
0
0
22
0
0
20
0
0
22
0
22
22
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
.build/profiling/x86_64-unknown-linux-gnu/release/reach.build/Check.swift.o;$s5reach15ShownInterfacesV4takeySbyy12Reachability11NetworkPathV7ShowingOXEXEFyAIXEfU_TA:22
1
.build/profiling/x86_64-unknown-linux-gnu/release/reach.build/Check.swift.o;$s5reach15ShownInterfacesV4takeySbyy12Reachability11NetworkPathV7ShowingOXEXEFyAIXEfU_TA:40
1
.build/profiling/x86_64-unknown-linux-gnu/release/reach.build/Check.swift.o;$s5reach15ShownInterfacesV4takeySbyy12Reachability11NetworkPathV7ShowingOXEXEFyAIXEfU_TA:22
1
.build/profiling/x86_64-unknown-linux-gnu/release/reach.build/Check.swift.o;$s5reach15ShownInterfacesV4takeySbyy12Reachability11NetworkPathV7ShowingOXEXEFyAIXEfU_TA:22

$s12Reachability11NetworkPathV12isOfInterestySbSiF
# Func Hash:
287486625148923225
# Num Counters:
6
# Counter Values:
172
186
186
186
186
0
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV12supportsIPv4Sbvg
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
146
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV12supportsIPv6Sbvg
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
146
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV13isConstrainedSbvg
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
146
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV13nameOfPrimarySSSgvg
# Func Hash:
536873290819778863
# Num Counters:
4
# Counter Values:
186
64
64
64
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV14forEachShowing3all6beside_ySb_ACSgyAC0F0OXEtF
# Func Hash:
1063705161908944610
# Num Counters:
3
# Counter Values:
126
124
0
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV15namesOfUnderlaySaySSGvg
# Func Hash:
701607648988477171
# Num Counters:
13
# Counter Values:
0
0
0
0
0
0
0
146
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV16forEachInterfaceyyyAA0bF0VKXEKF
# Func Hash:
180358374562590692
# Num Counters:
34
# Counter Values:
0
0
10
10
0
0
0
0
0
10
10
10
0
10
0
10
10
0
10
10
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
.build/profiling/x86_64-unknown-linux-gnu/release/reach.build/Check.swift.o;$s5reach10StatusJSONV5writes5NeverOyKFyAA10JSONWriterVzKXEfU_yAHzKXEfU_yAHzKXEfU_y12Reachability16NetworkInterfaceVKXEfU_TA:10

$s12Reachability11NetworkPathV16forEachInterfaceyyyAA0bF0VKXEKFys6UInt32V_AA0B5StateV0F0VtKXEfU_
# Func Hash:
728453322856651412
# Num Counters:
2
# Counter Values:
0
5040
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
.build/profiling/x86_64-unknown-linux-gnu/release/reach.build/Check.swift.o;$s5reach10StatusJSONV5writes5NeverOyKFyAA10JSONWriterVzKXEfU_yAHzKXEfU_yAHzKXEfU_y12Reachability16NetworkInterfaceVKXEfU_TA:5040

$s12Reachability11NetworkPathV17UnsatisfiedReasonOyAeA0C8FindingsC_AA9WayfinderCtcfCTf4ggd_n
# Func Hash:
1012577400080459430
# Num Counters:
33
# Counter Values:
0
0
294
294
0
42
252
44
100
22
42
42
42
22
22
0
0
0
0
0
0
0
0
0
0
294
0
0
0
44
44
22
22
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV17unsatisfiedReasonAC011UnsatisfiedE0OSgvg
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
146
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV20interfacesOfInterestSayAA0B9InterfaceVGvg
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
15
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV20showsOtherInterfaces4than5whereSbAC_SbAC_SitXEtF
# Func Hash:
130919964233427269
# Num Counters:
41
# Counter Values:
0
93
0
0
0
0
93
0
93
93
93
93
71
0
0
71
0
0
71
0
0
0
0
71
0
71
0
71
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
.build/profiling/x86_64-unknown-linux-gnu/release/reach.build/Check.swift.o;$s5reach10WatchLinesV7hasNewsySb12Reachability11NetworkPathVSgFSbAG_SitXEfU_TA.1:93
1
.build/profiling/x86_64-unknown-linux-gnu/release/reach.build/Check.swift.o;$s5reach10WatchLinesV7hasNewsySb12Reachability11NetworkPathVSgFSbAG_SitXEfU_TA.1:93

$s12Reachability11NetworkPathV20showsOtherInterfaces4than5whereSbAC_SbAC_SitXEtF018$s12Reachability11bc36V2eeoiySbAC_ACtFZSbyKXEfu_SbyKXEfu0_lM9_SitXEfU_Tf1ncn_n
# Func Hash:
160231342549671540
# Num Counters:
39
# Counter Values:
0
22
0
0
0
71
93
93
93
93
119
0
0
119
0
48
71
71
0
0
48
0
71
119
0
119
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV20showsOtherInterfaces4than5whereSbAC_SbAC_SitXEtF5shownL_ySays6UInt32VGAC_AJtF018$s12Reachability11bc36V2eeoiySbAC_ACtFZSbyKXEfu_SbyKXEfu0_nO9_SitXEfU_Tf1nnc_n
# Func Hash:
303685790222927018
# Num Counters:
12
# Counter Values:
0
186
186
186
0
142
142
142
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV4Ways33_02080FDC68FAE73111A9785887801ADCLLCMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
301
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV4Ways33_02080FDC68FAE73111A9785887801ADCLLCfD
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
274
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV5PartsVWOh
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
274
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV5PartsVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
274
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV5isVPNSbvg
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
146
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV6isCopy2ofSbAC_tF
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
547
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV6statusAC6StatusOvg
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
156
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV7GatewayV11descriptionSSvg
# Func Hash:
431494656919539458
# Num Counters:
3
# Counter Values:
69
0
0
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV7GatewayVWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
64
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s12Reachability11NetworkPathV7GatewayVwxx:64

$s12Reachability11NetworkPathV7GatewayVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
238
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV7ShowingOWOg
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
106
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV7ShowingOWOi0_
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
62
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV7ShowingOWOi_
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
44
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV7ShowingOWOj0_
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
124
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV7ShowingOWOj_
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
44
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV7Storage33_02080FDC68FAE73111A9785887801ADCLLCMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
301
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV7Storage33_02080FDC68FAE73111A9785887801ADCLLCfD
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
274
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV7currentyAcA0C8QuestionVAA0B11AccessErrorVYKFZ
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
30
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV7meteredAA7MeteredVvg
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
158
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV7primaryAA0B9InterfaceVSgvg
# Func Hash:
798733567282250038
# Num Counters:
4
# Counter Values:
0
0
0
17
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV7primaryyAA0B9InterfaceVSgAA9IPAddressV6FamilyOF
# Func Hash:
109769661357415060
# Num Counters:
4
# Counter Values:
0
5
5
0
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV7unknown_WZ
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV8DecisionV23__derived_struct_equalsySbAE_AEtFZTf4nnd_n
# Func Hash:
550228143709587158
# Num Counters:
23
# Counter Values:
0
0
230
175
55
190
0
190
0
0
190
190
190
190
190
190
15
175
190
0
190
175
0
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV8DecisionVWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
460
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s12Reachability11NetworkPathV8DecisionVwcp:460

$s12Reachability11NetworkPathV8DecisionVWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
460
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s12Reachability11NetworkPathV8DecisionVwxx:460

$s12Reachability11NetworkPathV8DecisionVwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
460
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV8DecisionVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
460
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV8evaluate__6oracleAcA0B5StateV_AA0C8QuestionVAA11RouteOracle_pt7Netlink0J5ErrorVYKFZTf4nnnd_n
# Func Hash:
728453322856651412
# Num Counters:
2
# Counter Values:
0
30
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:30

$s12Reachability11NetworkPathV8gatewaysSayAC7GatewayVGvg
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
156
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV8hasCosts33_2E6BBDDB0B62C53A234626DBB77DA39CLL4likeSbAC_tF
# Func Hash:
1063705162558100101
# Num Counters:
3
# Counter Values:
190
190
190
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV8underlaySayAA0B9InterfaceVGvg
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
14
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV9interfaceyAA0B9InterfaceVSgs6UInt32VF
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
17
0
# Num Bitmap Bytes:
$0

$s12Reachability11NetworkPathV9isDecided4likeSbAC_tF
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
411
411
# Num Bitmap Bytes:
$0

$s12Reachability11PathMonitorC4ModeO21__derived_enum_equalsySbAE_AEtFZ
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
470
# Num Bitmap Bytes:
$0

$s12Reachability11PathMonitorC4ModeO21__derived_enum_equalsySbAE_AEtFZTf4nnd_n
# Func Hash:
259639186223589563
# Num Counters:
25
# Counter Values:
0
0
0
0
0
0
0
0
0
470
0
0
0
0
470
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability11PathMonitorC4ModeOWOe
# Func Hash:
1063705162558100101
# Num Counters:
3
# Counter Values:
21
0
0
# Num Bitmap Bytes:
$0

$s12Reachability11RouteOracle_pWOb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
294
# Num Bitmap Bytes:
$0

$s12Reachability11RouteOracle_pWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
30
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:30

$s12Reachability12KernelRoutesC10isAnswered2asSbSayAA15RouteTranscriptV6RecordVG_t7Netlink0J5ErrorVYKF
# Func Hash:
616859552910283117
# Num Counters:
27
# Counter Values:
261
1444
1444
357
1180
1180
1180
354
497
0
0
0
0
236
236
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12KernelRoutesC5namedSays6UInt32VGvg
# Func Hash:
8908804950277705
# Num Counters:
16
# Counter Values:
150
180
180
120
180
30
90
30
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
33:180

$s12Reachability12KernelRoutesC6lookUpy7Netlink11RouteAnswerOAE0G6LookupVAE0F5ErrorVYKF
# Func Hash:
502833846518322981
# Num Counters:
14
# Counter Values:
698
1515
0
0
0
259
0
0
37
0
0
56
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12KernelRoutesC8askAgain33_ADC3B03F6BA93A88A3B50402E923BC36LL_14waitingForLock7Netlink16RouteLookupBatchV10DifferenceOAI4PartO_SbtAG0R5ErrorVYKF
# Func Hash:
271263514186996241
# Num Counters:
11
# Counter Values:
0
0
458
140
0
0
120
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12KernelRoutesCAA11RouteOracleA2aDP6lookUpy7Netlink0D6AnswerOAG0D6LookupVAG0H5ErrorVYKFTW
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
1774
# Num Bitmap Bytes:
$0

$s12Reachability12KernelRoutesCMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
301
# Num Bitmap Bytes:
$0

$s12Reachability12KernelRoutesCfD
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
37
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s7Netlink0A6SocketVwxx:37

$s12Reachability12NetworkStateV11ConsequenceV5looksAE5LooksOSgvg
# Func Hash:
174542566320465800
# Num Counters:
11
# Counter Values:
0
0
0
190
260
1
261
140
121
0
120
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV13mayHaveSource33_BB687EA3D6F13B638C6727729781D696LLAA13SortedIndexesVvgTf4n_g
# Func Hash:
502407523219305321
# Num Counters:
12
# Counter Values:
194
194
0
194
194
194
0
0
194
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV3set13meteredLeasesSbSay11LinuxSystem9DHCPLeaseVG_tF
# Func Hash:
844982797399455175
# Num Counters:
4
# Counter Values:
0
37
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV3set14networkManagerSbSDySSAA0bF4WordVG_tF
# Func Hash:
528554516671422207
# Num Counters:
16
# Counter Values:
20
0
25
0
0
0
25
0
5
5
5
32
5
0
5
37
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV3set_2ofyAA16InterfaceAddressV_s6UInt32VtF
# Func Hash:
52047012802110774
# Num Counters:
10
# Counter Values:
20
20
20
0
0
0
20
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV3set_2ofySayAA16InterfaceAddressVG_s6UInt32VtF
# Func Hash:
52047012802110774
# Num Counters:
10
# Counter Values:
74
74
74
0
0
0
74
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV4take6dumpedy7Netlink11LinkMessageVn_tF
# Func Hash:
414921810113480025
# Num Counters:
14
# Counter Values:
0
37
0
0
0
0
0
0
0
0
5185
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV5apply33_27604C9B61D447FA976657F23CC20E14LLyAC11ConsequenceV7Netlink11LinkMessageVF
# Func Hash:
955135183554097652
# Num Counters:
47
# Counter Values:
0
0
201
0
201
0
0
0
0
0
0
0
201
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
1
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV5apply33_27604C9B61D447FA976657F23CC20E14LLyAC11ConsequenceV7Netlink11RuleMessageVF
# Func Hash:
247671765211067155
# Num Counters:
11
# Counter Values:
20
20
20
20
20
0
20
0
0
0
40
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV6remove_2ofyAA16InterfaceAddressV_s6UInt32VtF
# Func Hash:
621065700703181294
# Num Counters:
44
# Counter Values:
20
0
0
0
0
0
0
20
20
0
20
20
0
20
0
0
0
0
0
0
0
0
20
20
20
0
0
0
0
0
0
0
0
0
0
0
20
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV7sources33_BB687EA3D6F13B638C6727729781D696LL2onSayAA9IPAddressVGs6UInt32VSg_tF
# Func Hash:
376914487346660039
# Num Counters:
41
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
294
0
0
294
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV8annotate33_BCBFE21901253810103E1F1B5EA9C7F7LLyys6UInt32VF
# Func Hash:
927515128301175245
# Num Counters:
34
# Counter Values:
25
0
0
0
25
25
25
0
25
0
25
0
0
0
25
0
0
25
25
0
25
0
0
0
0
0
0
0
0
0
25
25
25
25
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s11LinuxSystem10ByteBufferVwxx:25

$s12Reachability12NetworkStateV8carriers2ofSays6UInt32VGAG_tF
# Func Hash:
707911797186131585
# Num Counters:
56
# Counter Values:
0
0
0
0
388
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
388
0
388
388
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
0
0

$s12Reachability12NetworkStateV8exchange_3forSbAC9InterfaceV_7Netlink11LinkMessageVtF
# Func Hash:
842039261363938636
# Num Counters:
27
# Counter Values:
0
0
0
0
0
0
0
200
41
0
0
0
0
0
0
0
0
160
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV8resolver11LinuxSystem21ResolverConfigurationVvW
# Func Hash:
578646909542239814
# Num Counters:
32
# Counter Values:
0
481
0
0
0
481
0
37
0
37
0
37
0
37
37
0
37
37
0
0
0
0
0
0
0
0
0
0
0
37
37
0
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV9InterfaceV08isInSameC02asSb7Netlink11LinkMessageV_tF
# Func Hash:
886271542915508096
# Num Counters:
4
# Counter Values:
402
2
0
2
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV9InterfaceV10hasCarrierSbvg
# Func Hash:
391331301987855424
# Num Counters:
10
# Counter Values:
0
5129
448
0
131
7213
7213
131
131
1505
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV9InterfaceV10isSaidLikeySbAEF
# Func Hash:
436124195812021801
# Num Counters:
17
# Counter Values:
0
0
0
0
186
186
0
186
0
186
0
186
0
186
0
0
186
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV9InterfaceV10isTypeOpenSbvg
# Func Hash:
1124680653314548491
# Num Counters:
4
# Counter Values:
0
0
201
0
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV9InterfaceV12isOfInterestSbvg
# Func Hash:
992371481583333682
# Num Counters:
18
# Counter Values:
167
5863
0
167
5742
167
0
0
0
5080
0
495
167
0
0
167
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV9InterfaceV14leaseStatement33_79EF7C5A1813AC1EA73F55F30B3CF9F8LLAA07MeteredF0VSgvg
# Func Hash:
271263510646116535
# Num Counters:
10
# Counter Values:
0
5718
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV9InterfaceV16hasUsableAddressySbAA9IPAddressV6FamilyOF
# Func Hash:
64098200240767884
# Num Counters:
14
# Counter Values:
167
167
522
47
214
167
47
11726
428
0
0
167
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV9InterfaceV4SeenV23__derived_struct_equalsySbAG_AGtFZTf4nnd_n
# Func Hash:
744641000765801578
# Num Counters:
22
# Counter Values:
0
0
0
0
139
139
25
0
0
0
0
0
0
25
25
0
0
0
25
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV9InterfaceV4SeenVWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
365
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s12Reachability12NetworkStateV9InterfaceV4SeenVwcp:365

$s12Reachability12NetworkStateV9InterfaceV4SeenVWOh
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
450
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV9InterfaceV4SeenVwcp
# Func Hash:
1096621590013681508
# Num Counters:
4
# Counter Values:
365
0
365
365
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV9InterfaceV4SeenVwxx
# Func Hash:
844982800087245094
# Num Counters:
4
# Counter Values:
450
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV9InterfaceV7Storage33_F06B4B3C22000D46CB425C06C13F742ELLCMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5525
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateV9InterfaceV7Storage33_F06B4B3C22000D46CB425C06C13F742ELLCfD
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
425
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateVACycfCTf4d_n
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
81
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateVWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
331
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s12Reachability12NetworkStateVwcp:331

$s12Reachability12NetworkStateVWOd
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
37
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s12Reachability12NetworkStateVwta:37

$s12Reachability12NetworkStateVWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
368
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s12Reachability12NetworkStateVwxx:368

$s12Reachability12NetworkStateVwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
331
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateVwta
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
37
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
368
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkStateVyAC9InterfaceVSgs6UInt32Vcig
# Func Hash:
974670605542770322
# Num Counters:
7
# Counter Values:
274
274
274
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkWatchC11takeChanges33_3970E20975DBA11DC433A9C9D0D2A029LL4into__yAA0B5StateVz_AC4NewsVzAA11PathMonitorC10StatisticsVzt7Netlink0T5ErrorVYKF
# Func Hash:
948827213196159995
# Num Counters:
7
# Counter Values:
0
0
468
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkWatchC11takeChanges33_3970E20975DBA11DC433A9C9D0D2A029LL4into__yAA0B5StateVz_AC4NewsVzAA11PathMonitorC10StatisticsVzt7Netlink0T5ErrorVYKFyAO11KernelEventOXEfU0_
# Func Hash:
648180632912930186
# Num Counters:
24
# Counter Values:
340
260
40
40
40
260
200
20
1
40
0
1
0
0
0
0
0
0
120
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkWatchC13receiveBufferACs5Int32V_tKcfc
# Func Hash:
331779888079513322
# Num Counters:
7
# Counter Values:
0
0
0
0
7
0
7
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkWatchC3add2toy11LinuxSystem9ReadinessVz_tF
# Func Hash:
880710432922458772
# Num Counters:
10
# Counter Values:
0
468
0
468
0
468
0
468
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkWatchC4take4from4into_AC4NewsV11LinuxSystem9ReadinessV_AA0B5StateVzAA11PathMonitorC10StatisticsVzt7Netlink0O5ErrorVYKF
# Func Hash:
734311862545842362
# Num Counters:
14
# Counter Values:
0
0
0
0
0
468
0
468
0
0
0
468
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkWatchCMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0

$s12Reachability12NetworkWatchCfD
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s7Netlink11EventSocketVwxx:7

$s12Reachability12PathFindingsC10deadChoices6UInt32VSgvg
# Func Hash:
11922952466443504
# Num Counters:
6
# Counter Values:
368
168
200
116
0
84
# Num Bitmap Bytes:
$0

$s12Reachability12PathFindingsC10isDegradedySbAA9WayfinderCF
# Func Hash:
45209321686461150
# Num Counters:
18
# Counter Values:
0
385
385
385
385
0
0
194
194
194
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12PathFindingsC10isDoubtfulySbAA9WayfinderCF
# Func Hash:
902914745457338943
# Num Counters:
23
# Counter Values:
0
0
0
380
294
380
0
0
380
294
380
260
260
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12PathFindingsC16hasWayInPartOnly33_03714F852F0CFB26DF23AA8197001F8ALLSbvg
# Func Hash:
790715554145587352
# Num Counters:
17
# Counter Values:
765
0
765
143
0
451
454
454
451
384
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12PathFindingsC4live33_03714F852F0CFB26DF23AA8197001F8ALLySayAA9LiveRouteVGAA9PerFamilyVySayAA3WayOGGFZTf4nd_n
# Func Hash:
896858934610981666
# Num Counters:
10
# Counter Values:
203
294
385
0
294
294
294
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12PathFindingsC4ways33_03714F852F0CFB26DF23AA8197001F8ALLyAA9PerFamilyVySayAA3WayOGGAA0B8QuestionV_AA9WayfinderCt7Netlink0P5ErrorVYKFZTf4xnd_n
# Func Hash:
181107445153999877
# Num Counters:
14
# Counter Values:
1764
882
0
0
0
588
294
294
0
0
294
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12PathFindingsC5parts33_6DF978D48FF24097B1C19076A258924FLLyAA07NetworkB0V5PartsVAA9WayfinderCF
# Func Hash:
735397818670294080
# Num Counters:
81
# Counter Values:
0
0
0
385
0
0
194
0
0
194
0
385
0
0
194
0
0
0
0
0
0
194
0
0
0
0
0
0
194
0
385
0
194
0
100
0
0
194
0
194
0
0
0
194
0
0
0
0
0
0
0
194
194
0
194
194
0
0
0
0
0
0
194
0
0
0
0
0
0
0
0
0
0
0
0
194
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12PathFindingsC6hasWayySbAA9IPAddressV6FamilyOF
# Func Hash:
1031809832097016707
# Num Counters:
7
# Counter Values:
194
194
194
194
0
0
194
# Num Bitmap Bytes:
$0

$s12Reachability12PathFindingsC7carriedAA15CarriedFamiliesVvg
# Func Hash:
465485011914810822
# Num Counters:
30
# Counter Values:
0
385
0
0
194
385
0
385
0
0
0
385
0
194
194
194
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

$s12Reachability12PathFindingsC8gateways2of_SayAA07NetworkB0V7GatewayVGs6UInt32V_AA9WayfinderCtF
# Func Hash:
898507853338546447
# Num Counters:
60
# Counter Values:
0
385
0
0
194
0
0
0
0
0
385
0
385
194
0
0
385
0
385
194
0
0
0
0
385
0
0
191
0
0
0
0
388
0
194
194
194
0
0
0
0
0
0
194
0
0
0
0
0
0
0
0
0
0
0
0
0
191
194
0
# Num Bitmap Bytes:
$0

$s12Reachability12PathFindingsC9primariesAA9PerFamilyVys6UInt32VSgGvgAISayAA3WayOGXEfU_
# Func Hash:
948827212238090556
# Num Counters:
7
# Counter Values:
776
388
388
388
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12PathFindingsCMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
294
# Num Bitmap Bytes:
$0

$s12Reachability12PathFindingsCfD
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
294
# Num Bitmap Bytes:
$0

$s12Reachability12PathFindingsCyAcA9WayfinderC_AA0B8QuestionVt7Netlink0F5ErrorVYKcfc
# Func Hash:
801578761893396528
# Num Counters:
68
# Counter Values:
4
0
194
0
385
0
385
385
0
0
0
100
0
100
0
194
194
194
0
0
0
194
0
0
0
0
0
190
0
0
4
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
190
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
100
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12PathFollowerV12attachFilter33_DBA1C1815A6F4709C6D57419BE208978LLSbyF
# Func Hash:
694116579077399067
# Num Counters:
23
# Counter Values:
0
0
21
7
7
7
0
7
0
0
0
7
0
0
7
0
0
0
0
0
0
0
7
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
65:7

$s12Reachability12PathFollowerV4look33_DBA1C1815A6F4709C6D57419BE208978LLySbAA12KernelRoutesCKF
# Func Hash:
536873292501768200
# Num Counters:
3
# Counter Values:
0
0
14
# Num Bitmap Bytes:
$0

$s12Reachability12PathFollowerV4open33_DBA1C1815A6F4709C6D57419BE208978LLSbyF
# Func Hash:
1127386594814412383
# Num Counters:
9
# Counter Values:
0
0
7
0
0
0
7
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12PathFollowerV4pathyAA07NetworkB0VSgAA0B8QuestionVF
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
418
# Num Bitmap Bytes:
$0

$s12Reachability12PathFollowerV4wait3for12millisecondsy11LinuxSystem9ReadinessVz_s5Int32VSgtF
# Func Hash:
1088302612762559437
# Num Counters:
31
# Counter Values:
468
468
468
0
468
0
0
468
0
0
0
0
0
0
0
0
0
0
0
0
468
0
0
468
0
0
468
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12PathFollowerV6decide33_DBA1C1815A6F4709C6D57419BE208978LL_11leavesDoubtSbAA12KernelRoutesC_SbtKF
# Func Hash:
798733566933097745
# Num Counters:
4
# Counter Values:
0
264
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12PathFollowerV6decide33_DBA1C1815A6F4709C6D57419BE208978LL_11leavesDoubtSbAA12KernelRoutesC_SbtKFAA0B5BasisCSgyXEfU_
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
230
0
# Num Bitmap Bytes:
$0

$s12Reachability12PathFollowerV6lookUp33_DBA1C1815A6F4709C6D57419BE208978LL___4tellyAA12NetworkStateV11ConsequenceV5LooksO_AA12KernelRoutesCAA0N5WatchCyACzXEtKF
# Func Hash:
510736088320366867
# Num Counters:
37
# Counter Values:
0
0
7
0
120
207
0
236
411
0
0
0
120
207
0
448
0
0
1
0
18
0
0
0
0
0
0
0
0
0
0
207
0
0
200
0
18
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
.build/profiling/x86_64-unknown-linux-gnu/release/reach.build/Check.swift.o;$s5reach8Watching031_E0A15E8E77BCB37267094F989485F3C0LLV4nextSbyKFy12Reachability12PathFollowerVzXEfU3_TA:411
0
0

$s12Reachability12PathFollowerV7advance33_DBA1C1815A6F4709C6D57419BE208978LL5after__4telly11LinuxSystem9ReadinessV_AA12NetworkWatchCAA12KernelRoutesCyACzXEtKF
# Func Hash:
778339750307836582
# Num Counters:
83
# Counter Values:
0
0
0
1
0
0
0
0
0
0
0
0
0
0
0
0
1
1
0
0
0
0
0
468
0
0
1
0
0
18
0
0
0
0
0
0
0
0
0
449
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
1
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
1
1
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

$s12Reachability12PathFollowerV7advance5after4telly11LinuxSystem9ReadinessV_yACzXEtF
# Func Hash:
1114303976584593655
# Num Counters:
29
# Counter Values:
0
468
468
0
468
468
468
0
0
0
0
0
0
0
468
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

$s12Reachability12PathFollowerV_8showsAll13waitsForCosts13receiveBufferACShyAA0B8QuestionVG_S2bs5Int32VtcfC
# Func Hash:
238984481833172217
# Num Counters:
3
# Counter Values:
7
5
0
# Num Bitmap Bytes:
$0

$s12Reachability12PathFollowerV_8showsAll13waitsForCosts13receiveBufferACShyAA0B8QuestionVG_S2bs5Int32VtcfcfA1_
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
2
# Num Bitmap Bytes:
$0

$s12Reachability12PathFollowerV_8showsAll13waitsForCosts13receiveBufferACShyAA0B8QuestionVG_S2bs5Int32VtcfcfA2_
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0

$s12Reachability12PathQuestionV4hash4intoys6HasherVz_tF
# Func Hash:
948827211236743815
# Num Counters:
9
# Counter Values:
7
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability12PathQuestionV6probes11destination12requiredType15prohibitedTypes9overridesAcA0B6ProbesV_AC11DestinationOAA09InterfaceG0OSgShyANGSayAA0M8OverrideVGtcfC
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
37
# Num Bitmap Bytes:
$0

$s12Reachability12PathQuestionV6probes11destination12requiredType15prohibitedTypes9overridesAcA0B6ProbesV_AC11DestinationOAA09InterfaceG0OSgShyANGSayAA0M8OverrideVGtcfcfA0_
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
37
# Num Bitmap Bytes:
$0

$s12Reachability12PathQuestionV6probes11destination12requiredType15prohibitedTypes9overridesAcA0B6ProbesV_AC11DestinationOAA09InterfaceG0OSgShyANGSayAA0M8OverrideVGtcfcfA2_
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
37
# Num Bitmap Bytes:
$0

$s12Reachability12PathQuestionVACSHAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
14
7
# Num Bitmap Bytes:
$0

$s12Reachability12PathQuestionVACSQAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
7
7
# Num Bitmap Bytes:
$0

$s12Reachability12PathQuestionVSHAASH13_rawHashValue4seedS2i_tFTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0

$s12Reachability12PathQuestionVSHAASQWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0

$s12Reachability12PathQuestionVWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s12Reachability12PathQuestionVwxx:7

$s12Reachability12PathQuestionVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
14
# Num Bitmap Bytes:
$0

$s12Reachability12Presentation33_FB350285D2F17AAFC567D66B2CD66885LLV4showyAA16NetworkInterfaceVAA0K5StateV0L0V_s6UInt32VtF
# Func Hash:
436124194495723268
# Num Counters:
14
# Counter Values:
0
0
0
0
0
0
0
5102
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability13FollowedPathsV12isOfInterestySbs6UInt32VF
# Func Hash:
3603318901186578
# Num Counters:
16
# Counter Values:
1
0
1
1
1
1
1
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability13FollowedPathsV6Answer33_8DC7EE384468D240AEE33572D1A8E9C1LLVwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
230
# Num Bitmap Bytes:
$0

$s12Reachability13FollowedPathsV6Answer33_8DC7EE384468D240AEE33572D1A8E9C1LLVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
237
# Num Bitmap Bytes:
$0

$s12Reachability13FollowedPathsV6decide_5basis5whereSbAA9WayfinderC_AA9PathBasisCSgyXESbAA07NetworkH0VXEt7Netlink0K5ErrorVYKF
# Func Hash:
1068701667081868335
# Num Counters:
25
# Counter Values:
34
230
0
0
139
91
48
20
264
0
230
182
155
155
0
133
0
0
0
0
0
0
22
0
230
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
.build/profiling/x86_64-unknown-linux-gnu/release/Reachability.build/Backoff.swift.o;$s12Reachability12PathFollowerV6decide33_DBA1C1815A6F4709C6D57419BE208978LL_11leavesDoubtSbAA12KernelRoutesC_SbtKFSbAA07NetworkB0VXEfU0_TA:264
1
.build/profiling/x86_64-unknown-linux-gnu/release/Reachability.build/Backoff.swift.o;$s12Reachability12PathFollowerV6decide33_DBA1C1815A6F4709C6D57419BE208978LL_11leavesDoubtSbAA12KernelRoutesC_SbtKFAA0B5BasisCSgyXEfU_TA:230

$s12Reachability13FollowedPathsV6recallySbSgAA12NetworkStateV_AA12KernelRoutesCt7Netlink0I5ErrorVYKF
# Func Hash:
653247342160213415
# Num Counters:
12
# Counter Values:
486
450
0
149
40
0
0
0
0
25
236
0
# Num Bitmap Bytes:
$0

$s12Reachability13FollowedPathsV8Decision33_8DC7EE384468D240AEE33572D1A8E9C1LLVSgWOe
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
1002
256
# Num Bitmap Bytes:
$0

$s12Reachability13FollowedPathsVyAA11NetworkPathVSgAA0E8QuestionVcig
# Func Hash:
280681508399869355
# Num Counters:
21
# Counter Values:
0
418
0
0
418
418
0
0
0
0
0
0
418
418
0
0
418
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability13InterfaceTypeOACSHAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
12
12
# Num Bitmap Bytes:
$0

$s12Reachability13InterfaceTypeOACSQAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
12
12
# Num Bitmap Bytes:
$0

$s12Reachability13InterfaceTypeOSHAASQWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
12
# Num Bitmap Bytes:
$0

$s12Reachability13SortedIndexesV6insertyys6UInt32VF
# Func Hash:
824185421487442097
# Num Counters:
13
# Counter Values:
708
5644
5653
205
334
334
0
0
109
0
0
294
294
# Num Bitmap Bytes:
$0

$s12Reachability13SortedIndexesV6removeyys6UInt32VF
# Func Hash:
1011877327666565817
# Num Counters:
9
# Counter Values:
1180
534
534
534
534
0
0
374
374
# Num Bitmap Bytes:
$0

$s12Reachability13SortedIndexesV8containsySbs6UInt32VF
# Func Hash:
732038792471054443
# Num Counters:
8
# Counter Values:
229
249
229
60
0
0
169
169
# Num Bitmap Bytes:
$0

$s12Reachability13SortedIndexesVyACSays6UInt32VGcfCTf4nd_n
# Func Hash:
70804903656886654
# Num Counters:
22
# Counter Values:
0
0
0
0
0
0
0
0
0
151
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
0
0

$s12Reachability14ClassificationV10neverAPathyACSgAA14InterfaceFactsV_AA8LinkKindOtFZTf4nnd_n
# Func Hash:
11922954365386631
# Num Counters:
7
# Counter Values:
0
0
5148
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability14ClassificationV23__derived_struct_equalsySbAC_ACtFZTf4nnd_n
# Func Hash:
844982798994053766
# Num Counters:
5
# Counter Values:
186
186
186
186
186
# Num Bitmap Bytes:
$0

$s12Reachability14ClassificationV4wifiyACSgAA14InterfaceFactsV_AA8LinkKindOtFZTf4nnd_n
# Func Hash:
1007539320164087188
# Num Counters:
24
# Counter Values:
0
0
0
0
0
0
15444
0
5148
0
0
0
0
5148
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability14ClassificationV6madeOfyACSgAA8LinkKindO_SayAA14LowerInterfaceVGtFZTf4nnd_n
# Func Hash:
612928225508925056
# Num Counters:
29
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
5148
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability14ClassificationV6madeOnyACSgAA14InterfaceFactsV_AA8LinkKindOSayAA05LowerE0VGtFZTf4nnnd_n
# Func Hash:
1124680651571308851
# Num Counters:
4
# Counter Values:
5148
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability14ClassificationV7overlayyACSgAA14InterfaceFactsV_AA8LinkKindOtFZTf4nnd_n
# Func Hash:
999211163460219732
# Num Counters:
10
# Counter Values:
0
5148
0
0
0
0
0
5148
0
0
# Num Bitmap Bytes:
$0

$s12Reachability14ClassificationV8classify_5lowerAcA14InterfaceFactsV_SayAA05LowerE0VGtFZTf4nnd_n
# Func Hash:
1134579430005036116
# Num Counters:
85
# Counter Values:
0
0
0
37
0
0
0
0
0
0
0
0
0
0
0
0
0
5148
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
5148
0
0
0
0
0
0
0
0
0
0
0
0
0
5148
0
0
0
0
0
0
0
0
0
0
0
0
5148
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability14InterfaceFactsVWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
5185
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s12Reachability14InterfaceFactsVwxx:5185

$s12Reachability14InterfaceFactsVwxx
# Func Hash:
238984482353853237
# Num Counters:
3
# Counter Values:
5185
0
0
# Num Bitmap Bytes:
$0

$s12Reachability14InterfaceFactsVyAC7Netlink11LinkMessageVhcfCTf4nd_n
# Func Hash:
536873291871879055
# Num Counters:
4
# Counter Values:
5185
5185
5185
5185
# Num Bitmap Bytes:
$0

$s12Reachability14InterfaceTableV11differences4fromSays6UInt32VGACyxG_tFAA12NetworkStateV0B0V_Tg5
# Func Hash:
135188632593833706
# Num Counters:
7
# Counter Values:
0
0
190
0
190
0
0
# Num Bitmap Bytes:
$0

$s12Reachability14InterfaceTableV4Node33_A530F964F198215E993B6E8EAC361A47LLV3set_2at_yxSg_s6UInt32VSitFAA12NetworkStateV0B0V_Tg5
# Func Hash:
477345294890929284
# Num Counters:
20
# Counter Values:
0
0
0
5525
12200
151
0
662
80
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability14InterfaceTableV4Node33_A530F964F198215E993B6E8EAC361A47LLV4SlotVMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
37
# Num Bitmap Bytes:
$0

$s12Reachability14InterfaceTableV4Node33_A530F964F198215E993B6E8EAC361A47LLV4SlotVMi
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
37
# Num Bitmap Bytes:
$0

$s12Reachability14InterfaceTableV4Node33_A530F964F198215E993B6E8EAC361A47LLV4SlotVMr
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
37
37
# Num Bitmap Bytes:
$0

$s12Reachability14InterfaceTableV4Node33_A530F964F198215E993B6E8EAC361A47LLV4SlotVwcp
# Func Hash:
967932760571435668
# Num Counters:
2
# Counter Values:
453
755
# Num Bitmap Bytes:
$0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:1208
1
** External Symbol **:755
1
** External Symbol **:755
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
8:453

$s12Reachability14InterfaceTableV4Node33_A530F964F198215E993B6E8EAC361A47LLV4SlotVwxx
# Func Hash:
536744762437996290
# Num Counters:
2
# Counter Values:
1344
840
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:1344
1
** External Symbol **:840

$s12Reachability14InterfaceTableV4Node33_A530F964F198215E993B6E8EAC361A47LLV4SlotVyAA12NetworkStateV0B0V__GMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
814
37
37
# Num Bitmap Bytes:
$0

$s12Reachability14InterfaceTableV4Node33_A530F964F198215E993B6E8EAC361A47LLV4slot2of_Sis6UInt32V_SitFZAA12NetworkStateV0B0V_Tt1g5
# Func Hash:
93478049621380295
# Num Counters:
7
# Counter Values:
17725
17725
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability14InterfaceTableV4Node33_A530F964F198215E993B6E8EAC361A47LLV5value2at_xSgs6UInt32V_SitFAA12NetworkStateV0B0V_Tg5
# Func Hash:
421769327910799324
# Num Counters:
13
# Counter Values:
0
7270
7270
6775
495
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability14InterfaceTableV4Node33_A530F964F198215E993B6E8EAC361A47LLV7compare4with_4from_yAFyx_G_Sis6UInt32VyALXEtFAA12NetworkStateV0B0V_Tg5018$s12Reachability14bc24V11differences4fromSays6P18VGACyxG_tFyAGXEfU_SayALGTf1nnncn_n
# Func Hash:
690178877715028331
# Num Counters:
44
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
710
186
710
426
142
0
190
0
190
142
142
142
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability14InterfaceTableV4Node33_A530F964F198215E993B6E8EAC361A47LLV7forEach_4from_ySi_s6UInt32VyAJ_xtKXEtKFAA12NetworkStateV0B0V_Tg5018$s12Reachability11q10PathV12forn17Shown3all_ySb_ys6p7V_AA0B5r2V9B21VtKXEtKFyAG_AKtKXEfU_AA13SortedIndexesVAjNs5Error_pIgygzo_Tf1nncn_nTf4nnngg_n
# Func Hash:
791086669906353537
# Num Counters:
30
# Counter Values:
5050
5080
760
5050
720
5040
5050
720
670
30
0
95
635
95
0
0
0
0
0
0
0
0
0
0
0
0
0
0
5020
5020
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
.build/profiling/x86_64-unknown-linux-gnu/release/Reachability.build/Backoff.swift.o;$s12Reachability11NetworkPathV16forEachInterfaceyyyAA0bF0VKXEKFys6UInt32V_AA0B5StateV0F0VtKXEfU_TA:5040

$s12Reachability14InterfaceTableV4Node33_A530F964F198215E993B6E8EAC361A47LLV7forEach_4from_ySi_s6UInt32VyAJ_xtKXEtKFAA12NetworkStateV0B0V_Tg5018$s12Reachability12qr15V7endDumpyyFys6p5V_AC9B7VtXEfU_ALTf1nncn_n
# Func Hash:
90653975769338934
# Num Counters:
39
# Counter Values:
0
37
5296
760
720
0
0
5148
37
720
670
0
0
0
185
0
5148
148
0
0
757
662
95
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability14InterfaceTableV4Node33_A530F964F198215E993B6E8EAC361A47LLV7forEach_4from_ySi_s6UInt32VyAJ_xtKXEtKFAA12NetworkStateV0B0V_Tg5018$s12Reachability12qr56V10learnNames33_BCBFE21901253810103E1F1B5EA9C7F7LLyyFys6p5V_AC9B7VtXEfU_SDySSAJGTf1nncn_n
# Func Hash:
574091928415153215
# Num Counters:
29
# Counter Values:
40
25
0
0
0
0
0
25
0
10
5
5
5
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability14InterfaceTableV4Node33_A530F964F198215E993B6E8EAC361A47LLV7forEach_4from_ySi_s6UInt32VyAJ_xtKXEtKFAA12NetworkStateV0B0V_Tg5018$s12Reachability15q35ObserverO7observe_10needsRulesAA0B5r29V7Netlink0H6SocketV_SbtKFZys6p5V_AG9B8VtXEfU3_SayANGSbTf1nncn_n
# Func Hash:
66903636483558311
# Num Counters:
39
# Counter Values:
0
5148
74
74
15555
5296
760
720
37
720
670
0
0
5148
0
0
0
0
37
5185
5148
757
5185
662
95
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability14InterfaceTableV4Node33_A530F964F198215E993B6E8EAC361A47LLVMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s12Reachability14InterfaceTableV4Node33_A530F964F198215E993B6E8EAC361A47LLVMi
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s12Reachability14InterfaceTableV4Node33_A530F964F198215E993B6E8EAC361A47LLVyAA12NetworkStateV0B0V_GMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
95
5
5
# Num Bitmap Bytes:
$0

$s12Reachability14InterfaceTableVyxSgs6UInt32VcigAA12NetworkStateV0B0V_Tg5
# Func Hash:
974670608068461861
# Num Counters:
7
# Counter Values:
444
444
444
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability14InterfaceTableVyxSgs6UInt32VcisAA12NetworkStateV0B0V_Tg5Tf4gnn_n
# Func Hash:
414921811426546362
# Num Counters:
8
# Counter Values:
5540
15
0
5525
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability15CarriedFamiliesVyAA9PerFamilyVySbGSgs6UInt32Vcig
# Func Hash:
78612108717991664
# Num Counters:
10
# Counter Values:
5062
5102
5062
42
22
0
0
5020
5020
0
# Num Bitmap Bytes:
$0

$s12Reachability15CarriedFamiliesVyACSays6UInt32V5index_AA9PerFamilyVySbG8familiestGcfCTf4nd_n
# Func Hash:
750865549980255641
# Num Counters:
14
# Counter Values:
0
0
0
0
0
0
0
194
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability15NetworkObserverO7observe_10needsRulesAA0B5StateV7Netlink0H6SocketV_SbtKFZTf4nnd_n
# Func Hash:
475852288046144054
# Num Counters:
72
# Counter Values:
0
74
0
0
148
111
111
74
0
0
0
0
0
0
74
74
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
30
0
0
0
0
7
0
37
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
37
0
111
111
111
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

$s12Reachability15RouteTranscriptV6answer2to7Netlink0B6AnswerOSgAF0B6LookupV_tF
# Func Hash:
135188636207344890
# Num Counters:
7
# Counter Values:
1774
1515
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability15RouteTranscriptV7endLookyyF
# Func Hash:
477345294323220999
# Num Counters:
19
# Counter Values:
0
0
3318
0
0
0
511
0
474
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability15RouteTranscriptV7recordsSayAC6RecordVGvg
# Func Hash:
1073436552833747576
# Num Counters:
12
# Counter Values:
224
1386
1386
230
230
230
0
0
0
0
418
536
# Num Bitmap Bytes:
$0

$s12Reachability15RouteTranscriptVWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
230
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s12Reachability15RouteTranscriptVwcp:230

$s12Reachability15RouteTranscriptVWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
267
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s12Reachability15RouteTranscriptVwxx:267

$s12Reachability15RouteTranscriptVwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
230
# Num Bitmap Bytes:
$0

$s12Reachability15RouteTranscriptVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
267
# Num Bitmap Bytes:
$0

$s12Reachability16InterfaceAddressV5FlagsV10deprecatedAEvau
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s12Reachability16InterfaceAddressV5FlagsV4flag_SS4nametMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
124
22
22
# Num Bitmap Bytes:
$0

$s12Reachability16InterfaceAddressV5FlagsV5namesSaySSGvg
# Func Hash:
896858937103942088
# Num Counters:
9
# Counter Values:
0
1326
102
102
102
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability16InterfaceAddressV5FlagsV9dadFailedAEvau
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s12Reachability16InterfaceAddressV5FlagsV9tentativeAEvau
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s12Reachability16InterfaceAddressV5ScopeO11descriptionSSvg
# Func Hash:
1096621589623776611
# Num Counters:
6
# Counter Values:
102
0
20
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability16InterfaceAddressVyAC7Netlink0C7MessageVcfCTf4nd_n
# Func Hash:
269365609643226664
# Num Counters:
10
# Counter Values:
40
0
0
0
0
0
0
40
40
40
# Num Bitmap Bytes:
$0

$s12Reachability16NetworkInterfaceV14signalStrengthSiSgyF
# Func Hash:
414921811142004448
# Num Counters:
8
# Counter Values:
5
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability16NetworkInterfaceV16OperationalStateO8rawValueAESgs5UInt8V_tcfCTf4nd_n
# Func Hash:
391331303073545700
# Num Counters:
8
# Counter Values:
5330
10
5049
72
199
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability16NetworkInterfaceV23__derived_struct_equalsySbAC_ACtFZTf4nnd_n
# Func Hash:
467290261818380119
# Num Counters:
42
# Counter Values:
0
0
0
0
0
71
0
0
71
0
71
0
71
71
71
0
0
71
0
0
0
0
71
71
0
71
0
0
40
0
0
0
0
0
0
0
0
0
71
0
71
0
# Num Bitmap Bytes:
$0

$s12Reachability16NetworkInterfaceV5reachE21addressesWorthShowing33_C10CC2171CD15D0F7C00816B953A17E3LLSaySSGvg
# Func Hash:
181107444179395919
# Num Counters:
13
# Counter Values:
5
5
0
5
5
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability16NetworkInterfaceV5reachE21addressesWorthShowing33_C10CC2171CD15D0F7C00816B953A17E3LLSaySSGvgSSAA0C7AddressVXEfU0_
# Func Hash:
446858652417757989
# Num Counters:
16
# Counter Values:
15
0
0
0
0
0
0
0
0
5
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability16NetworkInterfaceV5reachE9isWritten33_370608E4035DAA2C6534241C6CDE6C1ELL4likeSbAC_tF
# Func Hash:
724568857877482252
# Num Counters:
30
# Counter Values:
0
0
40
0
40
0
40
0
0
40
40
0
0
0
0
40
40
0
40
0
0
0
0
0
0
0
0
40
40
0
# Num Bitmap Bytes:
$0

$s12Reachability16NetworkInterfaceVSgMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
24
7
7
# Num Bitmap Bytes:
$0

$s12Reachability16NetworkInterfaceVSgWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:7

$s12Reachability16NetworkInterfaceVSgWOg
# Func Hash:
382993475055910911
# Num Counters:
2
# Counter Values:
39
34
# Num Bitmap Bytes:
$0

$s12Reachability16NetworkInterfaceVSgWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:17

$s12Reachability16NetworkInterfaceVSgWOi0_
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s12Reachability16NetworkInterfaceVSgWOi_
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s12Reachability16NetworkInterfaceVWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
303
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s12Reachability16NetworkInterfaceVwcp:303

$s12Reachability16NetworkInterfaceVWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
5398
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s12Reachability16NetworkInterfaceVwxx:5398

$s12Reachability16NetworkInterfaceV_5below7carries7meteredAcA0B5StateV0C0V_SaySSGAA9PerFamilyVySbGAA7MeteredVtc33_FB350285D2F17AAFC567D66B2CD66885LlfCTf4gnnnd_n
# Func Hash:
247671768486512233
# Num Counters:
11
# Counter Values:
0
5330
5330
5330
5330
0
5330
0
0
5330
0
# Num Bitmap Bytes:
$0

$s12Reachability16NetworkInterfaceVwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
317
# Num Bitmap Bytes:
$0

$s12Reachability16NetworkInterfaceVwet
# Func Hash:
607699200014702880
# Num Counters:
5
# Counter Values:
24
24
0
0
24
# Num Bitmap Bytes:
$0

$s12Reachability16NetworkInterfaceVwst
# Func Hash:
567185240178928211
# Num Counters:
5
# Counter Values:
7
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability16NetworkInterfaceVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5647
# Num Bitmap Bytes:
$0

$s12Reachability17CostAnnouncementsV7followsACSb_tcfCTf4nd_n
# Func Hash:
52047014933548777
# Num Counters:
8
# Counter Values:
7
7
7
0
7
0
7
0
# Num Bitmap Bytes:
$0

$s12Reachability17CostAnnouncementsVWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
30
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s12Reachability17CostAnnouncementsVwxx:30

$s12Reachability17CostAnnouncementsVwxx
# Func Hash:
212526876123949159
# Num Counters:
2
# Counter Values:
30
5
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s9SystemBus20NetworkManagerClientVwxx:5

$s12Reachability17InterfaceMeteringV13isConstrained4usedSbSays6UInt32VG_tF
# Func Hash:
16930840533056425
# Num Counters:
23
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
194
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability17InterfaceMeteringV5lower33_0929B32EB970AD0DEF230C4B49076CA1LL2ofSayAA12NamedMeteredVGAA12NetworkStateV0B0V_tF
# Func Hash:
431888037607564285
# Num Counters:
128
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
5718
0
0
0
0
0
0
0
0
0
0
0
0
0
5718
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability17InterfaceMeteringV6decide33_0929B32EB970AD0DEF230C4B49076CA1LLyAA7MeteredVAA12NetworkStateV0B0VF
# Func Hash:
351737038528334143
# Num Counters:
90
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
15
0
0
0
0
5718
0
15
0
0
0
0
0
0
0
5703
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
5718
0
0
# Num Bitmap Bytes:
$0

$s12Reachability17InterfaceMeteringV7metered4path4usedAA7MeteredVs6UInt32V_SayAJGtF
# Func Hash:
657568764076569906
# Num Counters:
30
# Counter Values:
194
194
0
194
194
0
194
5
0
5
189
0
189
0
0
0
0
194
0
194
194
194
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability17InterfaceMeteringV7meteredyAA7MeteredVAA12NetworkStateV0B0VF
# Func Hash:
287486625429198007
# Num Counters:
6
# Counter Values:
0
5524
0
0
5524
0
# Num Bitmap Bytes:
$0

$s12Reachability17InterfaceMeteringV8override33_0929B32EB970AD0DEF230C4B49076CA1LL2ofAA0B8OverrideVSgAA12NetworkStateV0B0V_tFTf4nx_n
# Func Hash:
777299351635143266
# Num Counters:
27
# Counter Values:
0
0
0
0
0
0
0
0
0
5718
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
0
0

$s12Reachability18NetworkConstraintsV10EvaluationO7reasonsSayAC6ReasonOGvg
# Func Hash:
382993475055910911
# Num Counters:
2
# Counter Values:
10
10
# Num Bitmap Bytes:
$0

$s12Reachability18NetworkConstraintsV5lacks33_FCD3285CE06862E3B14538B9FD8D9E49LL2ofSayAC6ReasonOGAA0B4PathV_tF
# Func Hash:
19567165345755993
# Num Counters:
62
# Counter Values:
0
0
0
0
0
0
70
0
0
0
0
0
0
0
0
0
0
10
0
0
5
0
0
0
0
0
0
0
0
0
0
0
0
0
5
0
0
0
5
0
0
0
0
0
0
0
5
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability18NetworkConstraintsV8evaluateyAC10EvaluationOAA0B4PathVF
# Func Hash:
567185238687662042
# Num Counters:
4
# Counter Values:
10
10
0
0
# Num Bitmap Bytes:
$0

$s12Reachability18NetworkConstraintsVACycfC
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
10
# Num Bitmap Bytes:
$0

$s12Reachability18NetworkConstraintsVWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
10
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s12Reachability18NetworkConstraintsVwcp:10

$s12Reachability18NetworkConstraintsVWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
10
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s12Reachability18NetworkConstraintsVwxx:10

$s12Reachability18NetworkConstraintsVwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
10
# Num Bitmap Bytes:
$0

$s12Reachability18NetworkConstraintsVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
10
# Num Bitmap Bytes:
$0

$s12Reachability18NetworkManagerLinkV10socketPathSSSgvg
# Func Hash:
1152385647650118129
# Num Counters:
11
# Counter Values:
718
718
0
0
44
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability18NetworkManagerLinkV13waitForAnswer5untilys5Int64V_tF
# Func Hash:
817968897859063726
# Num Counters:
47
# Counter Values:
26
21
21
0
0
0
0
0
0
5
0
0
0
35
16
0
5
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
21
0
0
# Num Bitmap Bytes:
$0

$s12Reachability18NetworkManagerLinkV6update33_2408A082FC11D85B9E46B47A0093EB32LLyyFAA0bC4WordVSg9SystemBus0bC6DeviceVYbcfu_
# Func Hash:
567185240908472066
# Num Counters:
6
# Counter Values:
36
36
0
0
0
15
# Num Bitmap Bytes:
$0

$s12Reachability18NetworkManagerLinkV7connect33_2408A082FC11D85B9E46B47A0093EB32LLyyF
# Func Hash:
844982798939201721
# Num Counters:
4
# Counter Values:
37
5
27
5
# Num Bitmap Bytes:
$0

$s12Reachability18NetworkManagerLinkV7followsACSb_tcfCTf4nd_n
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
37
0
# Num Bitmap Bytes:
$0

$s12Reachability18NetworkManagerWordVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
36
# Num Bitmap Bytes:
$0

$s12Reachability21NetworkManagerMeteredO9statement2ofAA0D9StatementVSgAA13InterfaceTypeO_tF
# Func Hash:
414921809569554710
# Num Counters:
13
# Counter Values:
0
0
0
0
15
15
15
0
0
0
15
0
0
# Num Bitmap Bytes:
$0

$s12Reachability3WayOWOe
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
2819
1534
# Num Bitmap Bytes:
$0

$s12Reachability3WayOWOy
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
959
959
# Num Bitmap Bytes:
$0

$s12Reachability3WayOwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
882
# Num Bitmap Bytes:
$0

$s12Reachability4FactO21__derived_enum_equalsySbAC_ACtFZTf4nnd_n
# Func Hash:
1121205014834509018
# Num Counters:
65
# Counter Values:
0
0
0
0
0
0
0
0
0
0
186
0
0
0
0
0
0
0
0
0
0
0
186
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
186
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability4FactOWOe
# Func Hash:
93478050108654252
# Num Counters:
9
# Counter Values:
6313
6128
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability4FactOWOy
# Func Hash:
93478050108654252
# Num Counters:
9
# Counter Values:
6228
6060
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability5RetryV6failedyyF
# Func Hash:
5832820058343846
# Num Counters:
11
# Counter Values:
5
5
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability6CensusV8Standing33_51FACDB05365A4E427B91C39572FEB54LLV23__derived_struct_equalsySbAF_AFtFZTf4nnd_n
# Func Hash:
56200830385197915
# Num Counters:
10
# Counter Values:
60
339
42
60
102
60
0
160
237
237
# Num Bitmap Bytes:
$0

$s12Reachability6CensusV8Standing33_51FACDB05365A4E427B91C39572FEB54LLVyAfA12NetworkStateV9InterfaceVcfCTf4nd_n
# Func Hash:
518752328796020501
# Num Counters:
10
# Counter Values:
783
121
5742
0
5742
623
5863
167
0
167
# Num Bitmap Bytes:
$0

$s12Reachability6CensusV8exchange_3foryAA12NetworkStateV9InterfaceV_AItF
# Func Hash:
445560392905323837
# Num Counters:
50
# Counter Values:
0
0
0
0
339
0
60
237
0
97
80
237
237
237
40
0
40
117
0
77
0
77
80
0
157
40
157
77
0
0
0
0
0
0
0
0
0
0
297
65
0
65
219
297
102
0
102
219
40
77
# Num Bitmap Bytes:
$0

$s12Reachability6CensusVACycfCTf4d_n
# Func Hash:
238984483103128456
# Num Counters:
3
# Counter Values:
486
81
0
# Num Bitmap Bytes:
$0

$s12Reachability7MeteredV23__derived_struct_equalsySbAC_ACtFZTf4nnd_n
# Func Hash:
134732432624440808
# Num Counters:
4
# Counter Values:
314
314
104
210
# Num Bitmap Bytes:
$0

$s12Reachability7MeteredV7unknown2of5belowAcA14ClassificationV_SayAA05NamedB0VGtFZTf4nnd_n
# Func Hash:
197471692848740423
# Num Counters:
23
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
5693
0
10
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability7MeteredV9statement2ofAA0B9StatementVSgAA14ClassificationV_tFZTf4nd_n
# Func Hash:
414921809987219116
# Num Counters:
11
# Counter Values:
0
0
10
5718
0
5708
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability7MeteredV9statement5belowAA0B9StatementVSgSayAA05NamedB0VG_tFZTf4nd_n
# Func Hash:
301351147518703531
# Num Counters:
17
# Counter Values:
0
0
0
0
0
0
0
0
0
0
5718
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability8LinkKindOyACSSSgcfCTf4nd_n
# Func Hash:
701644393611153446
# Num Counters:
100
# Counter Values:
15518
15444
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability8StackingV5aboveySays6UInt32VG7Netlink11LinkMessageVFTf4nx_n
# Func Hash:
391331303119607453
# Num Counters:
7
# Counter Values:
160
0
160
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability8StackingV6insertyy7Netlink11LinkMessageVF
# Func Hash:
574091927157952478
# Num Counters:
31
# Counter Values:
5185
37
0
0
0
0
0
0
0
0
5148
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability8UnderlayOSgWOe
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
294
0
# Num Bitmap Bytes:
$0

$s12Reachability8lookOnce33_F0B60F5A3ABDDF9A9D7062047F79082DLLyxxAA12NetworkStateV_AA11RouteOracle_ptKXEAA0L11AccessErrorVYKlFxyKXEfU_AA0L4PathV_Tg5018$s12Reachability11lr31V7currentyAcA0C8QuestionVAA0B11pq7VYKFZAcw2B5m6V_AA11nO9_ptKXEfU_AJXMtAA0rY0VTf1c_nTf4dg_n
# Func Hash:
236859844403103862
# Num Counters:
19
# Counter Values:
180
180
0
0
30
0
30
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability9IPAddressV11descriptionSSvg
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
107
# Num Bitmap Bytes:
$0

$s12Reachability9IPAddressV14isUsableSource6onwardS2b_tF
# Func Hash:
1031809833840205978
# Num Counters:
8
# Counter Values:
0
575
575
575
0
575
0
575
# Num Bitmap Bytes:
$0

$s12Reachability9LiveRouteVSgMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
268
37
37
# Num Bitmap Bytes:
$0

$s12Reachability9LiveRouteVSgWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
194
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:194

$s12Reachability9LiveRouteVSg_ADtMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
579
37
37
# Num Bitmap Bytes:
$0

$s12Reachability9LiveRouteVSg_ADtWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
579
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:579

$s12Reachability9LiveRouteVwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
388
# Num Bitmap Bytes:
$0

$s12Reachability9LiveRouteVwet
# Func Hash:
607699200014702880
# Num Counters:
5
# Counter Values:
2516
2516
0
0
1355
# Num Bitmap Bytes:
$0

$s12Reachability9LiveRouteVwst
# Func Hash:
567185240178928211
# Num Counters:
5
# Counter Values:
388
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability9LiveRouteVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1352
# Num Bitmap Bytes:
$0

$s12Reachability9PathBasisCMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
230
# Num Bitmap Bytes:
$0

$s12Reachability9PathBasisCfD
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
230
# Num Bitmap Bytes:
$0

$s12Reachability9PerFamilyVA2A9LiveRouteVSgRszlE03hasE033_FF9D14A9C67463B3E85CA2A8D436C926LLSbvg
# Func Hash:
1124680653747245318
# Num Counters:
3
# Counter Values:
194
0
0
# Num Bitmap Bytes:
$0

$s12Reachability9PerFamilyVMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
74
# Num Bitmap Bytes:
$0

$s12Reachability9PerFamilyVMi
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
74
# Num Bitmap Bytes:
$0

$s12Reachability9PerFamilyVMr
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
74
74
# Num Bitmap Bytes:
$0

$s12Reachability9PerFamilyVwcp
# Func Hash:
567090795815895039
# Num Counters:
1
# Counter Values:
194
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:194
1
** External Symbol **:194

$s12Reachability9PerFamilyVwxx
# Func Hash:
567090795815895039
# Num Counters:
1
# Counter Values:
388
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:388
1
** External Symbol **:388

$s12Reachability9PerFamilyVyAA9LiveRouteVSgGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
582
37
37
# Num Bitmap Bytes:
$0

$s12Reachability9PerFamilyVyAA9LiveRouteVSgGWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
194
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s12Reachability9PerFamilyVwcp:194

$s12Reachability9PerFamilyVyAA9LiveRouteVSgGWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
388
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s12Reachability9PerFamilyVwxx:388

$s12Reachability9PerFamilyVySbGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
37
37
37
# Num Bitmap Bytes:
$0

$s12Reachability9WayfinderC10isPathKind33_BB687EA3D6F13B638C6727729781D696LLySbs6UInt32VF
# Func Hash:
1080275684118679604
# Num Counters:
9
# Counter Values:
698
698
698
698
0
0
0
0
698
# Num Bitmap Bytes:
$0

$s12Reachability9WayfinderC10liveRoutes14throughTunnels5known_AA04LiveD0VSb_SayAA0H5RouteVGAA10PathProbesVt7Netlink0L5ErrorVYKF
# Func Hash:
79166819233386065
# Num Counters:
45
# Counter Values:
194
0
0
194
194
0
0
194
194
194
0
194
194
194
194
194
194
0
0
0
194
0
0
194
194
388
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
194
0
# Num Bitmap Bytes:
$0

$s12Reachability9WayfinderC3way2to4mark9interface8isOnwardAA3WayOAA9IPAddressV_s6UInt32VSgAOSbt7Netlink0L5ErrorVYKF
# Func Hash:
959518859617598544
# Num Counters:
51
# Counter Values:
123
698
575
123
782
294
123
0
0
378
0
0
123
10
0
0
123
0
0
67
0
575
0
0
0
67
0
0
56
0
0
123
0
67
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
123
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s12Reachability12KernelRoutesCAA11RouteOracleA2aDP6lookUpy7Netlink0D6AnswerOAG0D6LookupVAG0H5ErrorVYKFTW:698

$s12Reachability9WayfinderC5state6oracleAcA12NetworkStateV_AA11RouteOracle_ptcfCTf4nen_n
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
30
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:30

$s12Reachability9WayfinderC6answer33_BB687EA3D6F13B638C6727729781D696LL_7sources7Netlink11RouteAnswerOAG0M6LookupVz_SayAA9IPAddressVGyXKtAG0L5ErrorVYKF017$s12Reachability9b42C3way2to4mark9interface8isOnwardAA3WayOAA9p29V_s6UInt32VSgAOSbt7Netlink0L5Q16VYKFSayALGyXEfu_ACs0Z0VSgTf1ncn_n
# Func Hash:
142287159893141395
# Num Counters:
15
# Counter Values:
0
698
0
0
0
0
0
84
294
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
$s12Reachability12KernelRoutesCAA11RouteOracleA2aDP6lookUpy7Netlink0D6AnswerOAG0D6LookupVAG0H5ErrorVYKFTW:1076
0

$s12Reachability9WayfinderC6isLive33_BB687EA3D6F13B638C6727729781D696LL_0C6OnwardSb7Netlink10RouteReplyV7NextHopV_SbtF
# Func Hash:
393568427533712950
# Num Counters:
14
# Counter Values:
698
698
698
0
0
113
10
67
0
575
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability9WayfinderC8endsHere33_BB687EA3D6F13B638C6727729781D696LLySbAA12NetworkStateV9InterfaceVF
# Func Hash:
473396406462012792
# Num Counters:
33
# Counter Values:
0
0
575
0
0
0
0
0
0
0
575
0
0
575
0
0
0
575
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability9WayfinderC8isTunnelySbs6UInt32VF
# Func Hash:
135188633197137972
# Num Counters:
8
# Counter Values:
388
388
388
388
0
0
0
0
# Num Bitmap Bytes:
$0

$s12Reachability9WayfinderCMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
294
# Num Bitmap Bytes:
$0

$s12Reachability9WayfinderCfD
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
294
# Num Bitmap Bytes:
$0

$s14ArgumentParser013ExpressibleByA0PAAE15allValueStringsSaySSGvgZ
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
136
# Num Bitmap Bytes:
$0

$s14ArgumentParser013ExpressibleByA0PAAE20allValueDescriptionsSDyS2SGvgZ
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
136
# Num Bitmap Bytes:
$0

$s14ArgumentParser013ExpressibleByA0PAAE21defaultCompletionKindAA0fG0VvgZ
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
136
# Num Bitmap Bytes:
$0

$s14ArgumentParser013ExpressibleByA0PAAs12CaseIterableRzSYRzAaB8RawValueSYRpzrlE03allH12DescriptionsSDyS2SGvgZ
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
68
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:68

$s14ArgumentParser013ExpressibleByA0PAAs12CaseIterableRzSYRzAaB8RawValueSYRpzrlE03allH12DescriptionsSDyS2SGvgZyAHz_xtXEfU_
# Func Hash:
526778640966965969
# Num Counters:
4
# Counter Values:
0
164
0
164
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
1
$sSS14ArgumentParser013ExpressibleByA0A2aBP23defaultValueDescriptionSSvgTW:164
1
** External Symbol **:164
2
$s5reach13OutputOptionsV9ColorModeO14ArgumentParser013ExpressibleByF0AafGP23defaultValueDescriptionSSvgTW:84
$s5reach16ConditionOptionsV14UnknownMeteredO14ArgumentParser013ExpressibleByF0AafGP23defaultValueDescriptionSSvgTW:80
0
0
0

$s14ArgumentParser013ExpressibleByA0PAAs12CaseIterableRzrlE21defaultCompletionKindAA0hI0VvgZ
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
68
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
$s5reach16ConditionOptionsV14UnknownMeteredO14ArgumentParser013ExpressibleByF0AafGP15allValueStringsSaySSGvgZTW:40
$s5reach13OutputOptionsV9ColorModeO14ArgumentParser013ExpressibleByF0AafGP15allValueStringsSaySSGvgZTW:28

$s14ArgumentParser06ParsedA0OWOe
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
206
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser06ParsedA0OWOy
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
190
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser06ParsedA0OyACxcSyRzSs11SubSequenceRtzlufCSS_Tt0g5
# Func Hash:
1111451246280224896
# Num Counters:
8
# Counter Values:
16
0
16
0
0
0
16
16
# Num Bitmap Bytes:
$0

$s14ArgumentParser07CommandB0V011consumeNextC033_62CE83895F4017D5D04F199729A8F32DLL5splitAA4TreeCyAA08ParsableC0_pXpGSgAA14SplitArgumentsVz_tFTf4nx_n
# Func Hash:
974670605706496999
# Num Counters:
7
# Counter Values:
34
17
0
17
17
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser07CommandB0V12commandStackSayAA08ParsableC0_pXpGvg
# Func Hash:
981836596547817097
# Num Counters:
19
# Counter Values:
51
102
102
102
102
0
51
51
51
51
51
51
51
0
0
0
51
51
102
# Num Bitmap Bytes:
$0

$s14ArgumentParser07CommandB0V12parseCurrent33_62CE83895F4017D5D04F199729A8F32DLLyAA08ParsableC0_pAA14SplitArgumentsVzKF
# Func Hash:
549298536319313353
# Num Counters:
23
# Counter Values:
51
0
34
17
0
17
25
25
0
0
0
0
34
17
34
0
0
0
0
0
17
17
51
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
6
** External Symbol **:17
$s14ArgumentParser31AutodetectedGenerateCompletionsVwcp:17
$s5reach5CheckVwcp:5
$s5reach6StatusVwcp:5
$s5reach4WaitVwcp:5
$s5reach5WatchVwcp:2

$s14ArgumentParser07CommandB0V20checkForBuiltInFlags_011requireSoloA0yAA14SplitArgumentsV_SbtKFTf4xnn_n
# Func Hash:
982771632691165588
# Num Counters:
30
# Counter Values:
0
42
16
16
17
0
17
51
0
0
0
0
0
0
0
17
17
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
$s14ArgumentParser19GenerateCompletionsVAA15ParsableCommandA2aDP13configurationAA0F13ConfigurationVvgZTW:17
$s5reach5ReachV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:17

$s14ArgumentParser07CommandB0V21parseCustomCompletion4fromAA0A10DefinitionV8argument_SaySSG9argumentstSgAI_tAA0B5ErrorOYKFTf4nx_n
# Func Hash:
1122983530413199280
# Num Counters:
38
# Counter Values:
0
17
17
17
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser07CommandB0V22extractLastParsedValue33_62CE83895F4017D5D04F199729A8F32DLLyAA08ParsableC0_pAA14SplitArgumentsVKF
# Func Hash:
1094249774851846817
# Num Counters:
18
# Counter Values:
0
0
0
0
0
0
0
0
0
17
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser07CommandB0V28parseBesidesCustomCompletion33_62CE83895F4017D5D04F199729A8F32DLL9argumentsAA08ParsableC0_pSaySSG_tAA0C5ErrorVYKF
# Func Hash:
1101181485447774052
# Num Counters:
27
# Counter Values:
0
0
17
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
17
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
5
$s5reach5ReachV14ArgumentParser17ParsableArgumentsAadEP8validateyyKFTW:17
$s5reach5CheckV14ArgumentParser17ParsableArgumentsAadEP8validateyyKFTW:5
$s5reach6StatusV14ArgumentParser17ParsableArgumentsAadEP8validateyyKFTW:5
$s5reach4WaitV14ArgumentParser17ParsableArgumentsAadEP8validateyyKFTW:5
$s5reach5WatchV14ArgumentParser17ParsableArgumentsAadEP8validateyyKFTW:2
5
** External Symbol **:17
$s5reach5CheckVwcp:5
$s5reach6StatusVwcp:5
$s5reach4WaitVwcp:5
$s5reach5WatchVwcp:2
4
$s5reach6StatusV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:5
$s5reach4WaitV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:5
$s5reach5CheckV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:5
$s5reach5WatchV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:2

$s14ArgumentParser07CommandB0V31checkForCompletionScriptRequestyyAA14SplitArgumentsVzAA0C5ErrorVYKF
# Func Hash:
875034027909129220
# Num Counters:
9
# Counter Values:
0
0
0
0
0
0
17
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s5reach5ReachV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:17

$s14ArgumentParser07CommandB0V5parse9argumentsAA08ParsableC0_pSaySSG_tAA0C5ErrorVYKF
# Func Hash:
52047012076760270
# Num Counters:
8
# Counter Values:
0
0
0
17
0
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser07CommandB0VyAcA08ParsableC0_pXpcfCTf4nd_n
# Func Hash:
287486628299501057
# Num Counters:
5
# Counter Values:
17
34
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser07LenientB0V10parseValueyyAA0A10DefinitionV_AA06ParsedA0OAA11InputOriginV7ElementOyAJ_AA4NameOSgSSAA0G6ValuesVztKXEAQzAJztKF
# Func Hash:
83549195188977328
# Num Counters:
175
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
9
0
0
0
0
0
0
0
0
0
9
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
9
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
17
0
0
1
.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser0A10DefinitionV9container3key4kind15allValueStrings4help07defaultH11Description15parsingStrategy6parser7initial10completionACxm_AA8InputKeyVAC4KindOSaySSGAA0A4HelpVSgSSSgAC07ParsingN0O9ContainedQzAO_AA0R6OriginVAA4NameOSgSStKc7InitialQzSgAA010CompletionT0VSgtcAA0aC9ContainerRzlu33_1706B12A21ABB12C4003529A385B6A5ALlfcyA0__A3_SSAA12ParsedValuesVztKcfU_TA:9
0
0
0
0
0
0
0
0
0
0
0
0
0
0

$s14ArgumentParser07LenientB0V21parsePositionalValues4from4intoyAA14SplitArgumentsV_AA06ParsedF0VztKF
# Func Hash:
444270643137782764
# Num Counters:
156
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
228
126
0
0
0
34
51
0
0
0
0
0
5
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
51
17
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
34
0
0
0
0
0
0
0
0
0
0
0
63
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

$s14ArgumentParser07LenientB0V5parseAA12ParsedValuesVyKF
# Func Hash:
669844906698783903
# Num Counters:
160
# Counter Values:
0
0
0
0
0
0
0
0
0
0
233
0
25
25
0
94
0
0
0
25
0
25
0
0
0
0
48
68
0
17
81
0
0
0
0
48
0
0
0
0
0
0
0
0
0
0
0
68
9
0
0
0
63
0
0
0
0
0
61
17
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
7
0
7
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
5
5
17
0
0
0
0
0
0
0
0
0
0
0
0
0
48
94
68
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
7
3
$s14ArgumentParser19GenerateCompletionsVAA15ParsableCommandA2aDP13configurationAA0F13ConfigurationVvgZTW:26
$s14ArgumentParser31AutodetectedGenerateCompletionsVAA15ParsableCommandA2aDP13configurationAA0G13ConfigurationVvgZTW:26
$s5reach5ReachV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:26
6
$s5reach6StatusV14ArgumentParser15ParsableCommandAadEP12_commandNameSSvgZTW:26
$s5reach5WatchV14ArgumentParser15ParsableCommandAadEP12_commandNameSSvgZTW:21
$s5reach5CheckV14ArgumentParser15ParsableCommandAadEP12_commandNameSSvgZTW:19
$s5reach4WaitV14ArgumentParser15ParsableCommandAadEP12_commandNameSSvgZTW:14
$s5reach7ExplainV14ArgumentParser15ParsableCommandAadEP12_commandNameSSvgZTW:9
$s5reach3RunV14ArgumentParser15ParsableCommandAadEP12_commandNameSSvgZTW:9
6
$s5reach6StatusV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:21
$s5reach5WatchV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:19
$s5reach5CheckV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:14
$s5reach4WaitV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:9
$s5reach3RunV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:9
$s5reach7ExplainV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:9
1
.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser0A3SetV4flag3key4name7default4helpAcA8InputKeyV_AA17NameSpecificationVSbSgAA0A4HelpVSgtFZyAA0I6OriginV_AA0K0OSgAA12ParsedValuesVztcfU_TA:7
0
0
0

$s14ArgumentParser0A0V12_parsedValueACyxGAA6ParsedOyxG_tcfC
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:5

$s14ArgumentParser0A0V12wrappedValue7parsing4help10completionACySayqd__GGAH_AA0A20ArrayParsingStrategyVAA0A4HelpVSgAA14CompletionKindVSgtcAHRszAA013ExpressibleByA0Rd__lufC
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
25
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:25

$s14ArgumentParser0A0V12wrappedValue7parsing4help10completionACySayqd__GGAH_AA0A20ArrayParsingStrategyVAA0A4HelpVSgAA14CompletionKindVSgtcAHRszAA013ExpressibleByA0Rd__lufcAA0A3SetVAA8InputKeyVcfU_
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
20
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A0V12wrappedValuexvg
# Func Hash:
536744761735612421
# Num Counters:
2
# Counter Values:
5
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
$s14ArgumentParser6ParsedOwcp:5
1
** External Symbol **:5

$s14ArgumentParser0A0V4fromACyxGs7Decoder_p_tKcfC
# Func Hash:
728453322856651412
# Num Counters:
2
# Counter Values:
0
5
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:5

$s14ArgumentParser0A0VMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
30
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A0VMi
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A0VMr
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
5
5
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A0Vwcp
# Func Hash:
1010863706726483951
# Num Counters:
10
# Counter Values:
0
0
60
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

$s14ArgumentParser0A0Vwxx
# Func Hash:
1010863706726483951
# Num Counters:
10
# Counter Values:
0
0
60
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

$s14ArgumentParser0A0VySaySSGGACyxGSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
5
5
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A0VySaySSGGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
15
5
5
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A0VyxGAA0A11SetProviderA2aEP08argumentC03forAA0aC0VAA8InputKeyV_tFTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
20
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A0VyxGAA13ParsedWrapperA2aEP12_parsedValueAA0C0Oy0F0QzGvgTW
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
20
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s14ArgumentParser6ParsedOwcp:20

$s14ArgumentParser0A0VyxGAA13ParsedWrapperA2aEP12_parsedValuexAA0C0Oy0F0QzG_tcfCTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A0VyxGAA13ParsedWrapperAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A0VyxGSeAASe4fromxs7Decoder_p_tKcfCTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A10DefinitionV17allowsJoinedValueSbvg
# Func Hash:
287486627887685162
# Num Counters:
5
# Counter Values:
9
9
9
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A10DefinitionV4HelpVWOc
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
864
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A10DefinitionV4HelpVWOh
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
864
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A10DefinitionV4HelpVwcp
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
864
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A10DefinitionV4HelpVwxx
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
864
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A10DefinitionV4KindOWOy
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
2720
2680
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A10DefinitionV6UpdateOWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
16
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s14ArgumentParser0A10DefinitionV6UpdateOwcp:16

$s14ArgumentParser0A10DefinitionV6UpdateOWOe
# Func Hash:
1124680649989012514
# Num Counters:
4
# Counter Values:
5577
2634
0
2943
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A10DefinitionV6UpdateOWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
16
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s14ArgumentParser0A10DefinitionV6UpdateOwxx:16

$s14ArgumentParser0A10DefinitionV6UpdateOWOy
# Func Hash:
1124680649989012514
# Num Counters:
4
# Counter Values:
4713
2220
0
2493
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A10DefinitionV6UpdateOwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
16
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A10DefinitionV6UpdateOwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
16
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A10DefinitionV8argument_SaySSG9argumentstSgWOg
# Func Hash:
382993475055910911
# Num Counters:
2
# Counter Values:
17
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A10DefinitionV8argument_SaySSG9argumentstSgWOi0_
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A10DefinitionV9container3key4kind15allValueStrings4help07defaultH11Description15parsingStrategy6parser7initial10completionACxm_AA8InputKeyVAC4KindOSaySSGAA0A4HelpVSgSSSgAC07ParsingN0O9ContainedQzAO_AA0R6OriginVAA4NameOSgSStKc7InitialQzSgAA010CompletionT0VSgtcAA0aC9ContainerRzlu33_1706B12A21ABB12C4003529A385B6A5ALlfCTf4nnnnnnnngnn_n
# Func Hash:
372835041367286054
# Num Counters:
9
# Counter Values:
380
380
380
360
96
96
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
3
$sxSg14ArgumentParser0A19DefinitionContainerA2bCP11helpOptionsAB0aC0V4HelpV0F0VvgZTW:264
$s14ArgumentParser4BareOyxGAA0A19DefinitionContainerA2aEP11helpOptionsAA0aD0V4HelpV0G0VvgZTW:96
$sSayxG14ArgumentParser0A19DefinitionContainerA2bCP11helpOptionsAB0aC0V4HelpV0F0VvgZTW:20
5
** External Symbol **:140
** External Symbol **:132
** External Symbol **:40
$s5reach16ConditionOptionsV14UnknownMeteredOwet:40
$s5reach13OutputOptionsV9ColorModeOwet:28
2
** External Symbol **:256
** External Symbol **:124
2
** External Symbol **:216
** External Symbol **:164

$s14ArgumentParser0A10DefinitionV9container3key4kind15allValueStrings4help07defaultH11Description15parsingStrategy6parser7initial10completionACxm_AA8InputKeyVAC4KindOSaySSGAA0A4HelpVSgSSSgAC07ParsingN0O9ContainedQzAO_AA0R6OriginVAA4NameOSgSStKc7InitialQzSgAA010CompletionT0VSgtcAA0aC9ContainerRzlu33_1706B12A21ABB12C4003529A385B6A5ALlfcyA0__A3_SSAA12ParsedValuesVztKcfU_
# Func Hash:
542754882849004180
# Num Counters:
2
# Counter Values:
0
9
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser0A10DefinitionV9container3key4kind4help15parsingStrategy7initial10completionACxm_AA8InputKeyVAC4KindOAA0A4HelpVSgAC07ParsingI0O7InitialQzSgAA010CompletionN0VSgtcAA0ac22ContainerExpressibleByA0Rzlufc9ContainedQzAL_AA0L6OriginVAA4NameOSgSStKcfU_TA:9
1
$sxSg14ArgumentParser0A19DefinitionContainerA2bCP6update12parsedValues5value3key6originyAB06ParsedG0Vz_9ContainedQzAB8InputKeyVAB0M6OriginVtFZTW:9
1
** External Symbol **:9

$s14ArgumentParser0A10DefinitionV9container3key4kind15allValueStrings4help07defaultH11Description15parsingStrategy6parser7initial10completionACxm_AA8InputKeyVAC4KindOSaySSGAA0A4HelpVSgSSSgAC07ParsingN0O9ContainedQzAO_AA0R6OriginVAA4NameOSgSStKc7InitialQzSgAA010CompletionT0VSgtcAA0aC9ContainerRzlu33_1706B12A21ABB12C4003529A385B6A5ALlfcyA0__AA12ParsedValuesVztcfU0_
# Func Hash:
136007996155337776
# Num Counters:
3
# Counter Values:
95
66
29
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
2
** External Symbol **:64
** External Symbol **:31
5
** External Symbol **:35
** External Symbol **:33
** External Symbol **:10
$s5reach16ConditionOptionsV14UnknownMeteredOwet:10
$s5reach13OutputOptionsV9ColorModeOwet:7
2
** External Symbol **:59
** External Symbol **:7
2
__swift_memcpy1_1:17
** External Symbol **:12

$s14ArgumentParser0A10DefinitionV9container3key4kind15allValueStrings4help07defaultH11Description15parsingStrategy6parser7initial10completionACxm_AA8InputKeyVAC4KindOSaySSGAA0A4HelpVSgSSSgAC07ParsingN0O9ContainedQzAO_AA0R6OriginVAA4NameOSgSStKc7InitialQzSgAA010CompletionT0VSgtcAA0aC9ContainerRzlu33_1706B12A21ABB12C4003529A385B6A5ALlfcyA0__AA12ParsedValuesVztcfU0_AA4BareOySSG_Tg5
# Func Hash:
536873290821332997
# Num Counters:
3
# Counter Values:
0
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A10DefinitionV9container3key4kind4help15parsingStrategy7initial10completionACxm_AA8InputKeyVAC4KindOAA0A4HelpVSgAC07ParsingI0O7InitialQzSgAA010CompletionN0VSgtcAA0ac22ContainerExpressibleByA0RzlufCTf4nnnnngnn_n
# Func Hash:
316208505347051266
# Num Counters:
2
# Counter Values:
380
312
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
6
$sSS14ArgumentParser013ExpressibleByA0A2aBP15allValueStringsSaySSGvgZTW:168
$s5reach8TypeListV14ArgumentParser013ExpressibleByD0AadEP15allValueStringsSaySSGvgZTW:80
$s5reach4SpanV14ArgumentParser013ExpressibleByC0AadEP15allValueStringsSaySSGvgZTW:56
$s5reach16ConditionOptionsV14UnknownMeteredO14ArgumentParser013ExpressibleByF0AafGP15allValueStringsSaySSGvgZTW:40
$s5reach13OutputOptionsV9ColorModeO14ArgumentParser013ExpressibleByF0AafGP15allValueStringsSaySSGvgZTW:28
$sSi14ArgumentParser013ExpressibleByA0A2aBP15allValueStringsSaySSGvgZTW:8
3
$sxSg14ArgumentParser0a32DefinitionContainerExpressibleByA0A2B0efA0RzlAbCP23defaultValueDescriptionySSSg7InitialQzSgFZTW:264
$s14ArgumentParser4BareOyxGAA0a32DefinitionContainerExpressibleByA0A2A0fgA0RzlAaEP23defaultValueDescriptionySSSg7InitialQzSgFZTW:96
$sSayxG14ArgumentParser0a32DefinitionContainerExpressibleByA0A2B0efA0RzlAbCP23defaultValueDescriptionySSSg7InitialQzSgFZTW:20
2
** External Symbol **:256
** External Symbol **:124
6
$sSS14ArgumentParser013ExpressibleByA0A2aBP21defaultCompletionKindAA0fG0VvgZTW:100
$s5reach8TypeListV14ArgumentParser013ExpressibleByD0AadEP21defaultCompletionKindAD0iJ0VvgZTW:80
$s5reach4SpanV14ArgumentParser013ExpressibleByC0AadEP21defaultCompletionKindAD0hI0VvgZTW:56
$s5reach16ConditionOptionsV14UnknownMeteredO14ArgumentParser013ExpressibleByF0AafGP21defaultCompletionKindAF0kL0VvgZTW:40
$s5reach13OutputOptionsV9ColorModeO14ArgumentParser013ExpressibleByF0AafGP21defaultCompletionKindAF0kL0VvgZTW:28
$sSi14ArgumentParser013ExpressibleByA0A2aBP21defaultCompletionKindAA0fG0VvgZTW:8
2
** External Symbol **:256
** External Symbol **:124

$s14ArgumentParser0A10DefinitionV9container3key4kind4help15parsingStrategy7initial10completionACxm_AA8InputKeyVAC4KindOAA0A4HelpVSgAC07ParsingI0O7InitialQzSgAA010CompletionN0VSgtcAA0ac22ContainerExpressibleByA0Rzlufc9ContainedQzAL_AA0L6OriginVAA4NameOSgSStKcfU_
# Func Hash:
331511386650892948
# Num Counters:
2
# Counter Values:
0
9
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
2
$s5reach4SpanV14ArgumentParser013ExpressibleByC0AadEP8argumentxSgSS_tcfCTW:7
$sSi14ArgumentParser013ExpressibleByA0A2aBP8argumentxSgSS_tcfCTW:2
1
** External Symbol **:9
0
1
** External Symbol **:9

$s14ArgumentParser0A10DefinitionVWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
4697
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s14ArgumentParser0A10DefinitionVwcp:4697

$s14ArgumentParser0A10DefinitionVWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
2569
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s14ArgumentParser0A10DefinitionVwxx:2569

$s14ArgumentParser0A10DefinitionVwcp
# Func Hash:
1124680650748772420
# Num Counters:
3
# Counter Values:
4672
0
4697
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A10DefinitionVwxx
# Func Hash:
238984482353853237
# Num Counters:
3
# Counter Values:
5561
5516
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A10DiscussionOyACSgSSSg_AA013ExpressibleByA0_pXpSgtcfCTf4nnd_n
# Func Hash:
1006631533808191240
# Num Counters:
8
# Counter Values:
0
0
864
394
0
0
394
394
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
6
$sSS14ArgumentParser013ExpressibleByA0A2aBP20allValueDescriptionsSDyS2SGvgZTW:182
$s5reach8TypeListV14ArgumentParser013ExpressibleByD0AadEP20allValueDescriptionsSDyS2SGvgZTW:80
$s5reach4SpanV14ArgumentParser013ExpressibleByC0AadEP20allValueDescriptionsSDyS2SGvgZTW:56
$s5reach16ConditionOptionsV14UnknownMeteredO14ArgumentParser013ExpressibleByF0AafGP20allValueDescriptionsSDyS2SGvgZTW:40
$s5reach13OutputOptionsV9ColorModeO14ArgumentParser013ExpressibleByF0AafGP20allValueDescriptionsSDyS2SGvgZTW:28
$sSi14ArgumentParser013ExpressibleByA0A2aBP20allValueDescriptionsSDyS2SGvgZTW:8

$s14ArgumentParser0A10VisibilityV14RepresentationOwug
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
68
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A10VisibilityV7defaultACvau
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
220
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A11SetProvider_pMa
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
1000
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A11SetProvider_pWOb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1000
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A20ArrayParsingStrategyV9remainingACvgZ
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
25
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A3SetV16setInitialValues4intoyAA06ParsedF0Vz_tKF
# Func Hash:
859921299334719786
# Num Counters:
5
# Counter Values:
182
68
0
51
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
3
.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser0A3SetV4flag3key4name7default4helpAcA8InputKeyV_AA17NameSpecificationVSbSgAA0A4HelpVSgtFZyAA0I6OriginV_AA12ParsedValuesVztcfU0_TA:121
.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser0A10DefinitionV9container3key4kind15allValueStrings4help07defaultH11Description15parsingStrategy6parser7initial10completionACxm_AA8InputKeyVAC4KindOSaySSGAA0A4HelpVSgSSSgAC07ParsingN0O9ContainedQzAO_AA0R6OriginVAA4NameOSgSStKc7InitialQzSgAA010CompletionT0VSgtcAA0aC9ContainerRzlu33_1706B12A21ABB12C4003529A385B6A5ALlfcyA0__AA12ParsedValuesVztcfU0_TA:95
.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser0A10DefinitionV9container3key4kind15allValueStrings4help07defaultH11Description15parsingStrategy6parser7initial10completionACxm_AA8InputKeyVAC4KindOSaySSGAA0A4HelpVSgSSSgAC07ParsingN0O9ContainedQzAO_AA0R6OriginVAA4NameOSgSStKc7InitialQzSgAA010CompletionT0VSgtcAA0aC9ContainerRzlu33_1706B12A21ABB12C4003529A385B6A5ALlfcyA0__AA12ParsedValuesVztcfU0_AA4BareOySSG_TG5TA:17

$s14ArgumentParser0A3SetV4flag3key4name7default4helpAcA8InputKeyV_AA17NameSpecificationVSbSgAA0A4HelpVSgtFZTf4nnnnd_n
# Func Hash:
311693034832068593
# Num Counters:
7
# Counter Values:
450
416
416
450
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A3SetV4flag3key4name7default4helpAcA8InputKeyV_AA17NameSpecificationVSbSgAA0A4HelpVSgtFZyAA0I6OriginV_AA0K0OSgAA12ParsedValuesVztcfU_
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A3SetV4flag3key4name7default4helpAcA8InputKeyV_AA17NameSpecificationVSbSgAA0A4HelpVSgtFZyAA0I6OriginV_AA12ParsedValuesVztcfU0_
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
121
121
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A3SetV_10visibility6parentAcA17ParsableArguments_pXp_AA0A10VisibilityVAA8InputKeyVSgtcfCTf4nnnd_n
# Func Hash:
971365462446019663
# Num Counters:
22
# Counter Values:
0
1000
272
632
1000
0
0
0
1000
0
0
0
306
400
68
1000
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
10
$s5reach20ConfigurationOptionsV14ArgumentParser17ParsableArgumentsAadEPxycfCTW:68
$s5reach16ConditionOptionsV14ArgumentParser17ParsableArgumentsAadEPxycfCTW:40
$s14ArgumentParser19GenerateCompletionsVAA17ParsableArgumentsA2aDPxycfCTW:34
$s14ArgumentParser31AutodetectedGenerateCompletionsVAA17ParsableArgumentsA2aDPxycfCTW:34
$s5reach5ReachV14ArgumentParser17ParsableArgumentsAadEPxycfCTW:34
$s5reach13OutputOptionsV14ArgumentParser17ParsableArgumentsAadEPxycfCTW:28
$s5reach4WaitV14ArgumentParser17ParsableArgumentsAadEPxycfCTW:20
$s5reach5CheckV14ArgumentParser17ParsableArgumentsAadEPxycfCTW:20
$s5reach6StatusV14ArgumentParser17ParsableArgumentsAadEPxycfCTW:20
$s5reach5WatchV14ArgumentParser17ParsableArgumentsAadEPxycfCTW:8
10
$s5reach20ConfigurationOptionsVwcp:68
$s5reach16ConditionOptionsVwcp:40
** External Symbol **:34
$s14ArgumentParser31AutodetectedGenerateCompletionsVwcp:34
$s14ArgumentParser19GenerateCompletionsVwcp:34
$s5reach13OutputOptionsVwcp:28
$s5reach5CheckVwcp:20
$s5reach6StatusVwcp:20
$s5reach4WaitVwcp:20
$s5reach5WatchVwcp:8
1
** External Symbol **:306
4
$s14ArgumentParser4FlagVyxGAA0A11SetProviderA2aEP08argumentD03forAA0aD0VAA8InputKeyV_tFTW:450
$s14ArgumentParser6OptionVyxGAA0A11SetProviderA2aEP08argumentD03forAA0aD0VAA8InputKeyV_tFTW:394
$s14ArgumentParser11OptionGroupVyxGAA0A11SetProviderA2aEP08argumentE03forAA0aE0VAA8InputKeyV_tFTW:136
$s14ArgumentParser0A0VyxGAA0A11SetProviderA2aEP08argumentC03forAA0aC0VAA8InputKeyV_tFTW:20
0
0

$s14ArgumentParser0A3SetVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1000
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A3SetVyACxcSTRzAA0A10DefinitionV7ElementRtzlufCSayAEG_Tt0g5
# Func Hash:
1007539322026771257
# Num Counters:
19
# Counter Values:
0
2320
1596
1204
40
40
440
1170
1116
0
0
0
0
0
0
0
0
40
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A4HelpV13stringLiteralACSS_tcfC
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
640
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A4HelpVSgMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
20
5
5
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A4HelpVSgWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
20
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:20

$s14ArgumentParser0A4HelpVWOc
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1389
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A4HelpVWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
1803
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s14ArgumentParser0A4HelpVwxx:1803

$s14ArgumentParser0A4HelpV_10discussion9valueName10visibility12argumentTypeACSS_SSSgAhA0A10VisibilityVAA013ExpressibleByA0_pXpSgtcfC
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
355
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A4HelpVwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1409
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A4HelpVwet
# Func Hash:
607699200014702880
# Num Counters:
5
# Counter Values:
20
20
0
0
20
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A4HelpVwst
# Func Hash:
567185240178928211
# Num Counters:
5
# Counter Values:
20
0
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A4HelpVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1803
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A7DecoderC7element33_3E5456CB94CCDF05D987E56A497F9CABLL6forKeyAA12ParsedValuesV7ElementVSgAA05InputN0V_tF
# Func Hash:
238984482422036564
# Num Counters:
3
# Counter Values:
34
267
233
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A7DecoderC9container7keyedBys22KeyedDecodingContainerVyxGxm_tKs9CodingKeyRzlF
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
51
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A7DecoderCACs0C0AAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
68
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A7DecoderCMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
85
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A7DecoderCfD
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
68
# Num Bitmap Bytes:
$0

$s14ArgumentParser0A7DecoderCs0C0AAsADP9container7keyedBys22KeyedDecodingContainerVyqd__Gqd__m_tKs9CodingKeyRd__lFTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
51
# Num Bitmap Bytes:
$0

$s14ArgumentParser0B5ErrorOACs0C0AAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
51
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser0B5ErrorOWOe
# Func Hash:
653247343100905088
# Num Counters:
17
# Counter Values:
51
0
0
0
0
17
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser0B5ErrorOwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
51
# Num Bitmap Bytes:
$0

$s14ArgumentParser11HelpCommandVAA08ParsableD0AAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser11HelpCommandVAA17ParsableArgumentsAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser11HelpCommandVACSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser11HelpCommandVAcA08ParsableD0AAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser11HelpCommandVAcA17ParsableArgumentsAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser11InputOriginV7ElementOAESHAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
590
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser11InputOriginV7ElementOAESQAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser11InputOriginV7ElementOSHAASQWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser11InputOriginV7ElementO_AA14SplitArgumentsVADVtMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
17
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser11InputOriginV7ElementO_AA14SplitArgumentsVADVtSgMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
17
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser11InputOriginV7ElementO_AA14SplitArgumentsVADVtSgWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:17

$s14ArgumentParser11InputOriginV7ElementO_SStMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
7
7
7
# Num Bitmap Bytes:
$0

$s14ArgumentParser11InputOriginV7ElementO_SStSgMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
9
7
7
# Num Bitmap Bytes:
$0

$s14ArgumentParser11InputOriginV7ElementO_SStSgWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
9
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:9

$s14ArgumentParser11OptionGroupV12_parsedValueACyxGAA6ParsedOyxG_tcfC
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
34
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:34

$s14ArgumentParser11OptionGroupV12wrappedValuexvg
# Func Hash:
536744761735612421
# Num Counters:
2
# Counter Values:
114
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
$s14ArgumentParser6ParsedOwcp:114
3
__swift_memcpy17_8:51
__swift_memcpy65_8:33
__swift_memcpy281_8:30

$s14ArgumentParser11OptionGroupV4fromACyxGs7Decoder_p_tKcfC
# Func Hash:
202108864803443215
# Num Counters:
6
# Counter Values:
0
34
0
34
0
34
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
17
3
$s5reach20ConfigurationOptionsVwst:17
$s5reach16ConditionOptionsVwst:10
$s5reach13OutputOptionsVwst:7
1
** External Symbol **:34
0
0
0
0
0
1
** External Symbol **:34
3
$s5reach20ConfigurationOptionsVwxx:17
$s5reach16ConditionOptionsVwxx:10
$s5reach13OutputOptionsVwxx:7
3
$s5reach20ConfigurationOptionsV14ArgumentParser17ParsableArgumentsAadEP8validateyyKFTW:17
$s5reach16ConditionOptionsV14ArgumentParser17ParsableArgumentsAadEP8validateyyKFTW:10
$s5reach13OutputOptionsV14ArgumentParser17ParsableArgumentsAadEP8validateyyKFTW:7
1
$s14ArgumentParser6ParsedOwxx:34
3
__swift_memcpy17_8:17
__swift_memcpy281_8:10
__swift_memcpy65_8:7
0
0
0
0
0

$s14ArgumentParser11OptionGroupV5title10visibilityACyxGSS_AA0A10VisibilityVtcfC
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
170
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:170

$s14ArgumentParser11OptionGroupV5title10visibilityACyxGSS_AA0A10VisibilityVtcfcAA0A3SetVAA8InputKeyVcfU_
# Func Hash:
734311862012758680
# Num Counters:
15
# Counter Values:
0
496
0
0
0
136
136
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser11OptionGroupVMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
408
# Num Bitmap Bytes:
$0

$s14ArgumentParser11OptionGroupVMi
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
34
# Num Bitmap Bytes:
$0

$s14ArgumentParser11OptionGroupVMr
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
34
34
# Num Bitmap Bytes:
$0

$s14ArgumentParser11OptionGroupVwcp
# Func Hash:
1010863706726483951
# Num Counters:
10
# Counter Values:
0
0
272
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

$s14ArgumentParser11OptionGroupVwxx
# Func Hash:
1010863706726483951
# Num Counters:
10
# Counter Values:
0
0
289
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

$s14ArgumentParser11OptionGroupVy5reach13OutputOptionsVGACyxGSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
7
7
# Num Bitmap Bytes:
$0

$s14ArgumentParser11OptionGroupVy5reach13OutputOptionsVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
28
7
7
# Num Bitmap Bytes:
$0

$s14ArgumentParser11OptionGroupVy5reach13OutputOptionsVGWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s14ArgumentParser11OptionGroupVwxx:7

$s14ArgumentParser11OptionGroupVy5reach16ConditionOptionsVGACyxGSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
10
10
# Num Bitmap Bytes:
$0

$s14ArgumentParser11OptionGroupVy5reach16ConditionOptionsVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
40
10
10
# Num Bitmap Bytes:
$0

$s14ArgumentParser11OptionGroupVy5reach16ConditionOptionsVGWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
10
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s14ArgumentParser11OptionGroupVwxx:10

$s14ArgumentParser11OptionGroupVy5reach20ConfigurationOptionsVGACyxGSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser11OptionGroupVy5reach20ConfigurationOptionsVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
51
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser11OptionGroupVyxGAA0A11SetProviderA2aEP08argumentE03forAA0aE0VAA8InputKeyV_tFTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
136
# Num Bitmap Bytes:
$0

$s14ArgumentParser11OptionGroupVyxGAA13ParsedWrapperA2aEP12_parsedValueAA0E0Oy0H0QzGvgTW
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
136
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s14ArgumentParser6ParsedOwcp:136

$s14ArgumentParser11OptionGroupVyxGAA13ParsedWrapperA2aEP12_parsedValuexAA0E0Oy0H0QzG_tcfCTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
34
# Num Bitmap Bytes:
$0

$s14ArgumentParser11OptionGroupVyxGAA13ParsedWrapperAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
34
# Num Bitmap Bytes:
$0

$s14ArgumentParser11OptionGroupVyxGSeAASe4fromxs7Decoder_p_tKcfCTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
34
# Num Bitmap Bytes:
$0

$s14ArgumentParser12ParsedValuesV3setyyAC7ElementVF
# Func Hash:
238984482422036564
# Num Counters:
3
# Counter Values:
233
198
16
# Num Bitmap Bytes:
$0

$s14ArgumentParser12ParsedValuesV7ElementVSgMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
1085
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser12ParsedValuesV7ElementVSgWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
784
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:784

$s14ArgumentParser12ParsedValuesV7ElementVSgWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
301
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:301

$s14ArgumentParser12ParsedValuesV7ElementVWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
514
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s14ArgumentParser12ParsedValuesV7ElementVwcp:514

$s14ArgumentParser12ParsedValuesV7ElementVWOd
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
16
# Num Bitmap Bytes:
$0

$s14ArgumentParser12ParsedValuesV7ElementVWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
764
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s14ArgumentParser12ParsedValuesV7ElementVwxx:764

$s14ArgumentParser12ParsedValuesV7ElementVwcp
# Func Hash:
728453322856651412
# Num Counters:
2
# Counter Values:
825
405
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
__swift_memcpy1_1:711
** External Symbol **:114

$s14ArgumentParser12ParsedValuesV7ElementVwet
# Func Hash:
607699200014702880
# Num Counters:
5
# Counter Values:
1085
1085
0
0
949
# Num Bitmap Bytes:
$0

$s14ArgumentParser12ParsedValuesV7ElementVwst
# Func Hash:
567185240178928211
# Num Counters:
5
# Counter Values:
716
0
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser12ParsedValuesV7ElementVwta
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
7
9
# Num Bitmap Bytes:
$0

$s14ArgumentParser12ParsedValuesV7ElementVwxx
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
1230
825
# Num Bitmap Bytes:
$0

$s14ArgumentParser13ParsedWrapperPAAE11argumentSet3forAA0aF0VAA8InputKeyV_tF
# Func Hash:
536744761735612421
# Num Counters:
2
# Counter Values:
1000
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
4
$s14ArgumentParser4FlagVyxGAA13ParsedWrapperA2aEP12_parsedValueAA0D0Oy0G0QzGvgTW:450
$s14ArgumentParser6OptionVyxGAA13ParsedWrapperA2aEP12_parsedValueAA0D0Oy0G0QzGvgTW:394
$s14ArgumentParser11OptionGroupVyxGAA13ParsedWrapperA2aEP12_parsedValueAA0E0Oy0H0QzGvgTW:136
$s14ArgumentParser0A0VyxGAA13ParsedWrapperA2aEP12_parsedValueAA0C0Oy0F0QzGvgTW:20
7
.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser6OptionV4name7parsing4help10completionACyqd__SgGAA17NameSpecificationV_AA26SingleValueParsingStrategyVAA0A4HelpVSgAA14CompletionKindVSgtcAHRszAA013ExpressibleByA0Rd__lufcAA0A3SetVAA8InputKeyVcfU_TA:264
.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser4FlagVAASbRszlE4name7initial4helpACySbGAA17NameSpecificationV_SbSgAA0A4HelpVSgtc33_4A276EFEBCBB2C9B65ADA202F321CCEALlfcAA0A3SetVAA8InputKeyVcfU_TA:248
.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser4FlagVAASbRszlE4name7initial4helpACySbGAA17NameSpecificationV_SbSgAA0A4HelpVSgtc33_4A276EFEBCBB2C9B65ADA202F321CCEALlfcAA0A3SetVAA8InputKeyVcfU_TA:202
.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser11OptionGroupV5title10visibilityACyxGSS_AA0A10VisibilityVtcfcAA0A3SetVAA8InputKeyVcfU_TA:136
.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser6OptionVA2A013ExpressibleByA0RzlE12wrappedValue4name7parsing4help10completionACyxGx_AA17NameSpecificationVAA06SingleG15ParsingStrategyVAA0A4HelpVSgAA14CompletionKindVSgtcfcAA0A3SetVAA8InputKeyVcfU_TA:96
.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser6OptionVA2A013ExpressibleByA0RzlE4name7parsing4help10completionACyxGAA17NameSpecificationV_AA26SingleValueParsingStrategyVAA0A4HelpVSgAA14CompletionKindVSgtcfcAA0A3SetVAA8InputKeyVcfU_SS_Tg5TA:34
.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser0A0V12wrappedValue7parsing4help10completionACySayqd__GGAH_AA0A20ArrayParsingStrategyVAA0A4HelpVSgAA14CompletionKindVSgtcAHRszAA013ExpressibleByA0Rd__lufcAA0A3SetVAA8InputKeyVcfU_TA:20

$s14ArgumentParser13ParsedWrapperPAAE8_decoderxs7Decoder_p_tKcfC
# Func Hash:
1051373598167656813
# Num Counters:
5
# Counter Values:
0
216
0
17
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
7
1
** External Symbol **:17
1
** External Symbol **:17
5
** External Symbol **:121
** External Symbol **:66
** External Symbol **:12
$s5reach16ConditionOptionsV14UnknownMeteredOwst:10
$s5reach13OutputOptionsV9ColorModeOwst:7
4
__swift_memcpy1_1:138
** External Symbol **:36
** External Symbol **:35
** External Symbol **:7
4
__swift_memcpy1_1:138
** External Symbol **:59
** External Symbol **:12
** External Symbol **:7
3
$s14ArgumentParser4FlagVyxGAA13ParsedWrapperA2aEP12_parsedValuexAA0D0Oy0G0QzG_tcfCTW:121
$s14ArgumentParser6OptionVyxGAA13ParsedWrapperA2aEP12_parsedValuexAA0D0Oy0G0QzG_tcfCTW:90
$s14ArgumentParser0A0VyxGAA13ParsedWrapperA2aEP12_parsedValuexAA0C0Oy0F0QzG_tcfCTW:5
4
__swift_noop_void_return:138
** External Symbol **:59
** External Symbol **:12
** External Symbol **:7

$s14ArgumentParser13ParsedWrapperPAASe5ValueRpzrlE8_decoderxs7Decoder_p_tKcfC
# Func Hash:
627192604877208909
# Num Counters:
5
# Counter Values:
34
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
9
3
__swift_memcpy17_8:17
__swift_memcpy281_8:10
__swift_memcpy65_8:7
3
$s5reach20ConfigurationOptionsVwcp:17
$s5reach16ConditionOptionsVwcp:10
$s5reach13OutputOptionsVwcp:7
1
$s14ArgumentParser11OptionGroupVyxGAA13ParsedWrapperA2aEP12_parsedValuexAA0E0Oy0H0QzG_tcfCTW:34
3
$s5reach20ConfigurationOptionsVwxx:17
$s5reach16ConditionOptionsVwxx:10
$s5reach13OutputOptionsVwxx:7
0
0
0
0
0

$s14ArgumentParser14CompletionKindV0D0OWOe
# Func Hash:
287486627356528169
# Num Counters:
7
# Counter Values:
5646
493
578
0
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser14CompletionKindV0D0OWOy
# Func Hash:
287486627356528169
# Num Counters:
7
# Counter Values:
4765
425
493
0
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser14CompletionKindV4file10extensionsACSaySSG_tFZ
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
85
# Num Bitmap Bytes:
$0

$s14ArgumentParser14CompletionKindVSgWOe
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
34
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser14CompletionKindVSgWOy
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
448
68
# Num Bitmap Bytes:
$0

$s14ArgumentParser14SplitArgumentsV021containsNonTerminatorD0SbvgTf4x_n
# Func Hash:
694937218478857374
# Num Counters:
6
# Counter Values:
17
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser14SplitArgumentsV12popNextValueAC5IndexV_SStSgyF
# Func Hash:
974670604954545669
# Num Counters:
6
# Counter Values:
0
17
17
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser14SplitArgumentsV20hasTerminatorBetween33_7C6431681CDF95621876FDAC0153B1F1LLySbAA11InputOriginV7ElementO_AItFTf4nnx_n
# Func Hash:
672137663263127966
# Num Counters:
12
# Counter Values:
0
13
0
9
9
9
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser14SplitArgumentsV21popNextElementIfValue5afterAA11InputOriginV0G0O_SStSgAI_tF
# Func Hash:
647472253571487554
# Num Counters:
11
# Counter Values:
0
9
9
9
9
9
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser14SplitArgumentsV21popNextElementIfValue5afterAA11InputOriginV0G0O_SStSgAI_tF6$deferL_yyF
# Func Hash:
653247342403120639
# Num Counters:
12
# Counter Values:
0
0
9
9
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser14SplitArgumentsV5IndexV_SStMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
17
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser14SplitArgumentsV5IndexV_SStSgMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
17
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser14SplitArgumentsV5IndexV_SStSgWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:17

$s14ArgumentParser14SplitArgumentsV6remove2atyAC5IndexV_tF
# Func Hash:
589371674115982487
# Num Counters:
25
# Counter Values:
0
35
29
62
50
75
0
0
50
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser14SplitArgumentsV6remove2atySi_tF
# Func Hash:
701607647206548456
# Num Counters:
12
# Counter Values:
0
0
17
17
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser14SplitArgumentsV6remove8subrangeySnySiG_tF
# Func Hash:
950994588182421546
# Num Counters:
11
# Counter Values:
10
50
19
13
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser14SplitArgumentsV7ElementV5ValueOWOe
# Func Hash:
1063705162558100101
# Num Counters:
3
# Counter Values:
491
285
206
# Num Bitmap Bytes:
$0

$s14ArgumentParser14SplitArgumentsV7ElementV5ValueOWOy
# Func Hash:
1063705162558100101
# Num Counters:
3
# Counter Values:
475
285
190
# Num Bitmap Bytes:
$0

$s14ArgumentParser14SplitArgumentsV7ElementVWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
356
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s14ArgumentParser14SplitArgumentsV7ElementVwcp:356

$s14ArgumentParser14SplitArgumentsV7ElementVWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
213
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s14ArgumentParser14SplitArgumentsV7ElementVwxx:213

$s14ArgumentParser14SplitArgumentsV7ElementVwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
449
# Num Bitmap Bytes:
$0

$s14ArgumentParser14SplitArgumentsV7ElementVwet
# Func Hash:
607699200014702880
# Num Counters:
5
# Counter Values:
17
17
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser14SplitArgumentsV7ElementVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
491
# Num Bitmap Bytes:
$0

$s14ArgumentParser14SplitArgumentsV8contains5anyOfSbSayAA4NameOG_tFTf4nx_n
# Func Hash:
70875763930356678
# Num Counters:
24
# Counter Values:
0
68
0
0
32
16
0
32
0
32
0
84
0
0
32
68
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser14SplitArgumentsV8peekNextAA11InputOriginV7ElementO_AcGVtSgyFTf4x_n
# Func Hash:
1096621587345486427
# Num Counters:
5
# Counter Values:
34
17
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser14SplitArgumentsV8position5afterSiSgAA11InputOriginV7ElementO_tFTf4nx_n
# Func Hash:
247671765555433117
# Num Counters:
12
# Counter Values:
0
9
0
0
0
0
9
9
0
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser14SplitArgumentsV9argumentsACSaySSG_tKcfCTf4nd_n
# Func Hash:
920543276209356417
# Num Counters:
14
# Counter Values:
0
42
0
0
0
17
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser15ParsableCommandPAAE023includesAllUnrecognizedA0SbvgZ
# Func Hash:
619802543974919575
# Num Counters:
6
# Counter Values:
233
68
0
0
5
5
# Num Bitmap Bytes:
$0

$s14ArgumentParser15ParsableCommandPAAE11parseAsRootyAaB_pSaySSGSgKFZ
# Func Hash:
567185238687662042
# Num Counters:
4
# Counter Values:
0
17
0
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser15ParsableCommandPAAE12_commandNameSSvgZ
# Func Hash:
728453322856651412
# Num Counters:
2
# Counter Values:
244
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
6
$s5reach6StatusV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:60
$s5reach5WatchV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:50
$s5reach5CheckV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:46
$s5reach4WaitV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:36
$s5reach3RunV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:26
$s5reach7ExplainV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:26

$s14ArgumentParser15ParsableCommandPAAE13configurationAA0D13ConfigurationVvgZAA19GenerateCompletionsV_Ttg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
111
# Num Bitmap Bytes:
$0

$s14ArgumentParser15ParsableCommandPAAE13configurationAA0D13ConfigurationVvgZAA31AutodetectedGenerateCompletionsV_Ttg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
60
# Num Bitmap Bytes:
$0

$s14ArgumentParser15ParsableCommandPAAE28includesPassthroughArgumentsSbvgZ
# Func Hash:
619802543974919575
# Num Counters:
6
# Counter Values:
398
34
0
0
10
10
# Num Bitmap Bytes:
$0

$s14ArgumentParser15ParsableCommandPAAE35defaultIncludesPassthroughArgumentsSbvgZ
# Func Hash:
212526876123949159
# Num Counters:
2
# Counter Values:
85
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
7
$s5reach5ReachV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:34
$s14ArgumentParser19GenerateCompletionsVAA15ParsableCommandA2aDP13configurationAA0F13ConfigurationVvgZTW:17
$s14ArgumentParser31AutodetectedGenerateCompletionsVAA15ParsableCommandA2aDP13configurationAA0G13ConfigurationVvgZTW:17
$s5reach6StatusV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:5
$s5reach4WaitV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:5
$s5reach5CheckV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:5
$s5reach5WatchV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:2

$s14ArgumentParser15ParsableCommand_pMa
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
85
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser15ParsableCommand_pSgMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
68
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser15ParsableCommand_pSgWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:17

$s14ArgumentParser15ParsableCommand_pSgWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
51
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:51

$s14ArgumentParser15ParsableCommand_pWOb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
102
# Num Bitmap Bytes:
$0

$s14ArgumentParser15ParsableCommand_pWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
4
$s5reach6StatusVwCP:5
$s5reach4WaitVwCP:5
$s5reach5CheckVwCP:5
$s5reach5WatchVwCP:2

$s14ArgumentParser15ParsableCommand_pXpMa
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
34
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser16DecodedArgumentsVWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
391
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
8
** External Symbol **:170
$s5reach20ConfigurationOptionsVwCP:75
$s5reach16ConditionOptionsVwCP:50
$s5reach13OutputOptionsVwCP:28
$s5reach6StatusVwCP:20
$s5reach4WaitVwCP:20
$s5reach5CheckVwCP:20
$s5reach5WatchVwCP:8

$s14ArgumentParser16DecodedArgumentsVWOh
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
357
# Num Bitmap Bytes:
$0

$s14ArgumentParser16DecodedArgumentsVwcp
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
51
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
4
** External Symbol **:17
$s5reach20ConfigurationOptionsVwCP:17
$s5reach16ConditionOptionsVwCP:10
$s5reach13OutputOptionsVwCP:7

$s14ArgumentParser16DecodedArgumentsVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
170
# Num Bitmap Bytes:
$0

$s14ArgumentParser17NameSpecificationV10customLong_14withSingleDashACSS_SbtFZ
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
285
# Num Bitmap Bytes:
$0

$s14ArgumentParser17NameSpecificationV17generateHelpNames33_C29415A1A74CFB17C1B793C97A54C63ALL10visibilitySayAA0C0OGAA0A10VisibilityV_tF
# Func Hash:
927205942160723632
# Num Counters:
10
# Counter Values:
68
68
68
34
0
68
0
0
34
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser17NameSpecificationV4longACvgZ
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
685
# Num Bitmap Bytes:
$0

$s14ArgumentParser17NameSpecificationV7ElementV14RepresentationO4hash4intoys6HasherVz_tF
# Func Hash:
287486625534920545
# Num Counters:
6
# Counter Values:
570
0
0
136
1710
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser17NameSpecificationV7ElementV14RepresentationOWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
1208
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s14ArgumentParser17NameSpecificationV7ElementV14RepresentationOwcp:1208

$s14ArgumentParser17NameSpecificationV7ElementV14RepresentationOWOe
# Func Hash:
1124680649989012514
# Num Counters:
4
# Counter Values:
4832
0
0
1140
# Num Bitmap Bytes:
$0

$s14ArgumentParser17NameSpecificationV7ElementV14RepresentationOWOy
# Func Hash:
1124680649989012514
# Num Counters:
4
# Counter Values:
4604
0
0
1083
# Num Bitmap Bytes:
$0

$s14ArgumentParser17NameSpecificationV7ElementV14RepresentationOwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1208
# Num Bitmap Bytes:
$0

$s14ArgumentParser17NameSpecificationV7ElementVAESHAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser17NameSpecificationV7ElementVAESQAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser17NameSpecificationV7ElementVSHAASQWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser17NameSpecificationV7ElementVWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
1072
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s14ArgumentParser17NameSpecificationV7ElementVwxx:1072

$s14ArgumentParser17NameSpecificationV7ElementVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
3624
# Num Bitmap Bytes:
$0

$s14ArgumentParser17NameSpecificationV9makeNamesySayAA0C0OGAA8InputKeyVFTf4xn_n
# Func Hash:
556960142385859555
# Num Counters:
13
# Counter Values:
912
228
0
68
684
912
0
68
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser17ParsableArgumentsPAAE4exit9withErrors5NeverOs0G0_pSg_tFZ
# Func Hash:
187771964193911711
# Num Counters:
8
# Counter Values:
20
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser17ParsableArguments_pMa
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser17ParsableArguments_pWOb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
34
# Num Bitmap Bytes:
$0

$s14ArgumentParser17ParsableArguments_pWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
51
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
5
** External Symbol **:17
$s5reach6StatusVwCP:10
$s5reach4WaitVwCP:10
$s5reach5CheckVwCP:10
$s5reach5WatchVwCP:4

$s14ArgumentParser18SingleValueDecoderV04saveD0_4typeyx_xmtAA17ParsableArgumentsRzlF
# Func Hash:
811594940626252597
# Num Counters:
3
# Counter Values:
34
17
17
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
3
$s5reach20ConfigurationOptionsVwcp:17
$s5reach16ConditionOptionsVwcp:10
$s5reach13OutputOptionsVwcp:7

$s14ArgumentParser18SingleValueDecoderV08previousD0yxxmKlF
# Func Hash:
93478046651292639
# Num Counters:
6
# Counter Values:
51
34
0
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser18SingleValueDecoderV9container7keyedBys22KeyedDecodingContainerVyxGxm_tKs9CodingKeyRzlF
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
34
# Num Bitmap Bytes:
$0

$s14ArgumentParser18SingleValueDecoderVACs0E0AAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
267
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser18SingleValueDecoderVWOc
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
267
# Num Bitmap Bytes:
$0

$s14ArgumentParser18SingleValueDecoderVWOh
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
568
# Num Bitmap Bytes:
$0

$s14ArgumentParser18SingleValueDecoderVs0E0AAsADP9container7keyedBys22KeyedDecodingContainerVyqd__Gqd__m_tKs9CodingKeyRd__lFTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
34
# Num Bitmap Bytes:
$0

$s14ArgumentParser18SingleValueDecoderVwCP
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
602
# Num Bitmap Bytes:
$0

$s14ArgumentParser18SingleValueDecoderVwcp
# Func Hash:
1108181536904844164
# Num Counters:
3
# Counter Values:
318
102
148
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
__swift_memcpy1_1:276
** External Symbol **:42

$s14ArgumentParser18SingleValueDecoderVwxx
# Func Hash:
238984481799490044
# Num Counters:
3
# Counter Values:
568
466
318
# Num Bitmap Bytes:
$0

$s14ArgumentParser18parseIndividualArg_2atSayAA14SplitArgumentsV7ElementVGSS_SitAA0B5ErrorOYKF
# Func Hash:
679919161988894228
# Num Counters:
22
# Counter Values:
0
0
32
42
0
0
0
26
0
16
0
0
0
0
0
0
0
0
0
74
74
32
# Num Bitmap Bytes:
$0

$s14ArgumentParser19GenerateCompletionsV10CodingKeys33_62CE83895F4017D5D04F199729A8F32DLLOAFs0E3KeyAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
34
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser19GenerateCompletionsV10CodingKeys33_62CE83895F4017D5D04F199729A8F32DLLOAFs23CustomStringConvertibleAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser19GenerateCompletionsV10CodingKeys33_62CE83895F4017D5D04F199729A8F32DLLOAFs28CustomDebugStringConvertibleAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser19GenerateCompletionsV10CodingKeys33_62CE83895F4017D5D04F199729A8F32DLLOs0E3KeyAAs23CustomStringConvertiblePWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser19GenerateCompletionsV10CodingKeys33_62CE83895F4017D5D04F199729A8F32DLLOs0E3KeyAAs28CustomDebugStringConvertiblePWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser19GenerateCompletionsV10CodingKeys33_62CE83895F4017D5D04F199729A8F32DLLOs0E3KeyAAsAGP11stringValueSSvgTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
34
# Num Bitmap Bytes:
$0

$s14ArgumentParser19GenerateCompletionsV4fromACs7Decoder_p_tKcfCTf4nd_n
# Func Hash:
783881052069640334
# Num Counters:
3
# Counter Values:
0
17
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
1
** External Symbol **:17

$s14ArgumentParser19GenerateCompletionsVAA15ParsableCommandA2aDP13configurationAA0F13ConfigurationVvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
111
# Num Bitmap Bytes:
$0

$s14ArgumentParser19GenerateCompletionsVAA15ParsableCommandAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser19GenerateCompletionsVAA17ParsableArgumentsA2aDPxycfCTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
34
# Num Bitmap Bytes:
$0

$s14ArgumentParser19GenerateCompletionsVAA17ParsableArgumentsAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser19GenerateCompletionsVACSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser19GenerateCompletionsVAcA15ParsableCommandAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser19GenerateCompletionsVAcA17ParsableArgumentsAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser19GenerateCompletionsVSeAASe4fromxs7Decoder_p_tKcfCTW
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser19GenerateCompletionsVwCP
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
102
# Num Bitmap Bytes:
$0

$s14ArgumentParser19GenerateCompletionsVwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
34
# Num Bitmap Bytes:
$0

$s14ArgumentParser19GenerateCompletionsVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
170
# Num Bitmap Bytes:
$0

$s14ArgumentParser20CommandConfigurationV11commandName8abstract5usage10discussion7version13shouldDisplay11subcommands18groupedSubcommands17defaultSubcommand9helpNames7aliasesACSSSg_SSAOS2SSbSayAA08ParsableC0_pXpGSayAA0C5GroupVGAaP_pXpSgAA0F13SpecificationVSgSaySSGtcfC
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
119
# Num Bitmap Bytes:
$0

$s14ArgumentParser20CommandConfigurationV11subcommandsSayAA08ParsableC0_pXpGvg
# Func Hash:
564099565250162615
# Num Counters:
11
# Counter Values:
0
0
0
0
0
231
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

$s14ArgumentParser20CommandConfigurationVWOc
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1059
# Num Bitmap Bytes:
$0

$s14ArgumentParser20CommandConfigurationVWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
1230
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s14ArgumentParser20CommandConfigurationVwxx:1230

$s14ArgumentParser20CommandConfigurationVwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1059
# Num Bitmap Bytes:
$0

$s14ArgumentParser20CommandConfigurationVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1230
# Num Bitmap Bytes:
$0

$s14ArgumentParser24ParsedArgumentsContainerC6decode_6forKeyqd__qd__m_xtKSeRd__lF
# Func Hash:
147330173765451632
# Num Counters:
7
# Counter Values:
233
34
250
7
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
0
0
0
0
0
2
__swift_memcpy1_1:216
__swift_memcpy0_1:51

$s14ArgumentParser24ParsedArgumentsContainerC7element33_3E5456CB94CCDF05D987E56A497F9CABLL6forKeyAA0C6ValuesV7ElementVSgx_tF
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
267
# Num Bitmap Bytes:
$0

$s14ArgumentParser24ParsedArgumentsContainerCMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
85
# Num Bitmap Bytes:
$0

$s14ArgumentParser24ParsedArgumentsContainerCMi
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
85
# Num Bitmap Bytes:
$0

$s14ArgumentParser24ParsedArgumentsContainerCMr
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
85
85
# Num Bitmap Bytes:
$0

$s14ArgumentParser24ParsedArgumentsContainerCfD
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
85
# Num Bitmap Bytes:
$0

$s14ArgumentParser24ParsedArgumentsContainerCyxGs013KeyedDecodingE8ProtocolAAsAEP6decode_6forKeyqd__qd__m_0K0QztKSeRd__lFTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
267
# Num Bitmap Bytes:
$0

$s14ArgumentParser26SingleValueParsingStrategyV4nextACvgZ
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
205
# Num Bitmap Bytes:
$0

$s14ArgumentParser31AutodetectedGenerateCompletionsV10CodingKeys33_62CE83895F4017D5D04F199729A8F32DLLOAFs0F3KeyAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
34
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser31AutodetectedGenerateCompletionsV10CodingKeys33_62CE83895F4017D5D04F199729A8F32DLLOAFs23CustomStringConvertibleAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser31AutodetectedGenerateCompletionsV10CodingKeys33_62CE83895F4017D5D04F199729A8F32DLLOAFs28CustomDebugStringConvertibleAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser31AutodetectedGenerateCompletionsV10CodingKeys33_62CE83895F4017D5D04F199729A8F32DLLOs0F3KeyAAs23CustomStringConvertiblePWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser31AutodetectedGenerateCompletionsV10CodingKeys33_62CE83895F4017D5D04F199729A8F32DLLOs0F3KeyAAs28CustomDebugStringConvertiblePWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser31AutodetectedGenerateCompletionsV10CodingKeys33_62CE83895F4017D5D04F199729A8F32DLLOs0F3KeyAAsAGP11stringValueSSvgTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
34
# Num Bitmap Bytes:
$0

$s14ArgumentParser31AutodetectedGenerateCompletionsV4fromACs7Decoder_p_tKcfCTf4nd_n
# Func Hash:
783881052069640334
# Num Counters:
3
# Counter Values:
0
0
17
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:17
0

$s14ArgumentParser31AutodetectedGenerateCompletionsVAA15ParsableCommandA2aDP13configurationAA0G13ConfigurationVvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
60
# Num Bitmap Bytes:
$0

$s14ArgumentParser31AutodetectedGenerateCompletionsVAA15ParsableCommandAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser31AutodetectedGenerateCompletionsVAA17ParsableArgumentsA2aDPxycfCTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
34
# Num Bitmap Bytes:
$0

$s14ArgumentParser31AutodetectedGenerateCompletionsVAA17ParsableArgumentsAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser31AutodetectedGenerateCompletionsVACSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser31AutodetectedGenerateCompletionsVAcA15ParsableCommandAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser31AutodetectedGenerateCompletionsVAcA17ParsableArgumentsAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser31AutodetectedGenerateCompletionsVSeAASe4fromxs7Decoder_p_tKcfCTW
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser31AutodetectedGenerateCompletionsVwCP
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
102
# Num Bitmap Bytes:
$0

$s14ArgumentParser31AutodetectedGenerateCompletionsVwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
51
# Num Bitmap Bytes:
$0

$s14ArgumentParser31AutodetectedGenerateCompletionsVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
187
# Num Bitmap Bytes:
$0

$s14ArgumentParser4BareO11helpOptionsAA0A10DefinitionV4HelpV0E0VvgZ
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
96
# Num Bitmap Bytes:
$0

$s14ArgumentParser4BareOA2A013ExpressibleByA0RzlE23defaultValueDescriptionySSSgxSgFZ
# Func Hash:
1092338536800526064
# Num Counters:
3
# Counter Values:
0
68
28
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
10
1
** External Symbol **:96
3
$s5reach16ConditionOptionsV14UnknownMeteredOwet:40
** External Symbol **:28
$s5reach13OutputOptionsV9ColorModeOwet:28
2
__swift_memcpy1_1:68
** External Symbol **:28
2
__swift_memcpy1_1:68
** External Symbol **:28
1
** External Symbol **:68
1
__swift_noop_void_return:68
1
** External Symbol **:68
1
$s5reach4SpanV14ArgumentParser013ExpressibleByC0AadEP23defaultValueDescriptionSSvgTW:28
1
** External Symbol **:28
0

$s14ArgumentParser4BareOMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
96
# Num Bitmap Bytes:
$0

$s14ArgumentParser4BareOMi
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
24
# Num Bitmap Bytes:
$0

$s14ArgumentParser4BareOyxGAA0A19DefinitionContainerA2aEP11helpOptionsAA0aD0V4HelpV0G0VvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
96
# Num Bitmap Bytes:
$0

$s14ArgumentParser4BareOyxGAA0a32DefinitionContainerExpressibleByA0A2A0fgA0Rzl9ContainedAA0adE0P_AaFPWT
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
24
# Num Bitmap Bytes:
$0

$s14ArgumentParser4BareOyxGAA0a32DefinitionContainerExpressibleByA0A2A0fgA0RzlAaEP23defaultValueDescriptionySSSg7InitialQzSgFZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
96
# Num Bitmap Bytes:
$0

$s14ArgumentParser4BareOyxGAA0a32DefinitionContainerExpressibleByA0A2A0fgA0RzlWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
24
# Num Bitmap Bytes:
$0

$s14ArgumentParser4FlagV12_parsedValueACyxGAA6ParsedOyxG_tcfC
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
121
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:121

$s14ArgumentParser4FlagV12wrappedValuexvg
# Func Hash:
536744761735612421
# Num Counters:
2
# Counter Values:
91
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
$s14ArgumentParser6ParsedOwcp:91
1
__swift_memcpy1_1:91

$s14ArgumentParser4FlagV4fromACyxGs7Decoder_p_tKcfC
# Func Hash:
728453322856651412
# Num Counters:
2
# Counter Values:
0
121
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:121

$s14ArgumentParser4FlagVAASbRszlE12wrappedValue4name4helpACySbGSb_AA17NameSpecificationVAA0A4HelpVSgtcfC
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
520
# Num Bitmap Bytes:
$0

$s14ArgumentParser4FlagVAASbRszlE4name7initial4helpACySbGAA17NameSpecificationV_SbSgAA0A4HelpVSgtc33_4A276EFEBCBB2C9B65ADA202F321CCEALlfcAA0A3SetVAA8InputKeyVcfU_
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
34
# Num Bitmap Bytes:
$0

$s14ArgumentParser4FlagVMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
588
# Num Bitmap Bytes:
$0

$s14ArgumentParser4FlagVMi
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser4FlagVMr
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser4FlagVwcp
# Func Hash:
1010863706726483951
# Num Counters:
10
# Counter Values:
0
0
1350
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

$s14ArgumentParser4FlagVwxx
# Func Hash:
1010863706726483951
# Num Counters:
10
# Counter Values:
0
4
1350
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
__swift_noop_void_return:4

$s14ArgumentParser4FlagVySbGACyxGSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
44
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser4FlagVySbGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
94
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser4FlagVySbGWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
4
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s14ArgumentParser4FlagVwxx:4

$s14ArgumentParser4FlagVyxGAA0A11SetProviderA2aEP08argumentD03forAA0aD0VAA8InputKeyV_tFTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
450
# Num Bitmap Bytes:
$0

$s14ArgumentParser4FlagVyxGAA13ParsedWrapperA2aEP12_parsedValueAA0D0Oy0G0QzGvgTW
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
450
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s14ArgumentParser6ParsedOwcp:450

$s14ArgumentParser4FlagVyxGAA13ParsedWrapperA2aEP12_parsedValuexAA0D0Oy0G0QzG_tcfCTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
121
# Num Bitmap Bytes:
$0

$s14ArgumentParser4FlagVyxGAA13ParsedWrapperAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser4FlagVyxGSeAASe4fromxs7Decoder_p_tKcfCTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
121
# Num Bitmap Bytes:
$0

$s14ArgumentParser4NameOACSHAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser4NameOACSQAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser4NameOSHAASQWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser4NameOWOe
# Func Hash:
844982799169123455
# Num Counters:
5
# Counter Values:
8452
0
8282
170
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser4NameOWOy
# Func Hash:
844982799169123455
# Num Counters:
5
# Counter Values:
7388
0
7286
102
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser4NameO_SitMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
5813
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser4NameOwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
2422
# Num Bitmap Bytes:
$0

$s14ArgumentParser4NameOwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
8144
# Num Bitmap Bytes:
$0

$s14ArgumentParser4NameOyACSscfCTf4nd_n
# Func Hash:
1111451243766341970
# Num Counters:
8
# Counter Values:
16
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser4TreeC4path12toFirstWhereSayACyxGGSbxXE_tFAA15ParsableCommand_pXp_Tg504$s14a7Parser4c6CA2A15hi25_pXpRszlE4path2toSayAaD_pn6GAaD_pn5_tFSbr3D_pN5XEfU_AaH_pXmTTf1cn_n
# Func Hash:
380228537225799126
# Num Counters:
25
# Counter Values:
1428
195
357
357
0
357
0
153
0
0
51
51
81
0
0
102
0
0
0
153
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser4TreeC4path12toFirstWhereSayACyxGGSbxXE_tFAFSgAFcfU_Tf2nni_nAA15ParsableCommand_pXp_TG5
# Func Hash:
1063705162558100101
# Num Counters:
3
# Counter Values:
153
102
51
# Num Bitmap Bytes:
$0

$s14ArgumentParser4TreeC8addChildyyACyxGFAA15ParsableCommand_pXp_Tg5
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
119
34
# Num Bitmap Bytes:
$0

$s14ArgumentParser4TreeCA2A15ParsableCommand_pXpRszlE10firstChild8withNameACyAaD_pXpGSgSS_tF
# Func Hash:
732121417941205548
# Num Counters:
12
# Counter Values:
0
27
0
0
0
17
0
0
0
0
17
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
4
$s5reach6StatusV14ArgumentParser15ParsableCommandAadEP12_commandNameSSvgZTW:17
$s5reach5WatchV14ArgumentParser15ParsableCommandAadEP12_commandNameSSvgZTW:12
$s5reach5CheckV14ArgumentParser15ParsableCommandAadEP12_commandNameSSvgZTW:10
$s5reach4WaitV14ArgumentParser15ParsableCommandAadEP12_commandNameSSvgZTW:5
3
$s5reach6StatusV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:12
$s5reach5WatchV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:10
$s5reach5CheckV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:5

$s14ArgumentParser4TreeCA2A15ParsableCommand_pXpRszlE4rootACyAaD_pXpGAaD_pXp_tKcfCTf4nd_n
# Func Hash:
553615381309382806
# Num Counters:
11
# Counter Values:
0
102
0
0
153
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
9
$s5reach6StatusV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:17
$s5reach4WaitV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:17
$s5reach5WatchV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:17
$s14ArgumentParser19GenerateCompletionsVAA15ParsableCommandA2aDP13configurationAA0F13ConfigurationVvgZTW:17
$s5reach3RunV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:17
$s14ArgumentParser31AutodetectedGenerateCompletionsVAA15ParsableCommandA2aDP13configurationAA0G13ConfigurationVvgZTW:17
$s5reach5ReachV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:17
$s5reach7ExplainV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:17
$s5reach5CheckV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:17
6
$s5reach6StatusV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:17
$s5reach4WaitV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:17
$s5reach5WatchV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:17
$s5reach3RunV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:17
$s5reach7ExplainV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:17
$s5reach5CheckV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:17
6
$s5reach7ExplainV14ArgumentParser15ParsableCommandAadEP12_commandNameSSvgZTW:17
$s5reach4WaitV14ArgumentParser15ParsableCommandAadEP12_commandNameSSvgZTW:17
$s5reach6StatusV14ArgumentParser15ParsableCommandAadEP12_commandNameSSvgZTW:17
$s5reach3RunV14ArgumentParser15ParsableCommandAadEP12_commandNameSSvgZTW:17
$s5reach5WatchV14ArgumentParser15ParsableCommandAadEP12_commandNameSSvgZTW:17
$s5reach5CheckV14ArgumentParser15ParsableCommandAadEP12_commandNameSSvgZTW:17

$s14ArgumentParser4TreeCMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser4TreeCMi
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser4TreeCMr
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
17
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser4TreeCfD
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
170
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:170

$s14ArgumentParser4TreeCyAA15ParsableCommand_pXpGACyxGSHAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
34
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser4TreeCyAA15ParsableCommand_pXpGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
253
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser4TreeCyAA15ParsableCommand_pXpGSgMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
17
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser4TreeCyAA15ParsableCommand_pXpGSg_SbtMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
306
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser4TreeCyAA15ParsableCommand_pXpGSg_SbtWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
102
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:102

$s14ArgumentParser4TreeCyAA15ParsableCommand_pXpGSg_SbtWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
204
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:204

$s14ArgumentParser4TreeCyxGSHAASQWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser6OptionV12_parsedValueACyxGAA6ParsedOyxG_tcfC
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
90
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:90

$s14ArgumentParser6OptionV12wrappedValuexvg
# Func Hash:
536744761735612421
# Num Counters:
2
# Counter Values:
124
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
$s14ArgumentParser6ParsedOwcp:124
4
** External Symbol **:56
** External Symbol **:44
__swift_memcpy1_1:17
** External Symbol **:7

$s14ArgumentParser6OptionV4fromACyxGs7Decoder_p_tKcfC
# Func Hash:
728453322856651412
# Num Counters:
2
# Counter Values:
17
90
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:90

$s14ArgumentParser6OptionV4name7parsing4help10completionACyqd__SgGAA17NameSpecificationV_AA26SingleValueParsingStrategyVAA0A4HelpVSgAA14CompletionKindVSgtcAHRszAA013ExpressibleByA0Rd__lufC
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
330
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:330

$s14ArgumentParser6OptionV4name7parsing4help10completionACyqd__SgGAA17NameSpecificationV_AA26SingleValueParsingStrategyVAA0A4HelpVSgAA14CompletionKindVSgtcAHRszAA013ExpressibleByA0Rd__lufcAA0A3SetVAA8InputKeyVcfU_
# Func Hash:
536744759626524775
# Num Counters:
2
# Counter Values:
264
264
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
3
** External Symbol **:128
** External Symbol **:116
** External Symbol **:20
2
** External Symbol **:236
** External Symbol **:28

$s14ArgumentParser6OptionVA2A013ExpressibleByA0RzlE12wrappedValue4name7parsing4help10completionACyxGx_AA17NameSpecificationVAA06SingleG15ParsingStrategyVAA0A4HelpVSgAA14CompletionKindVSgtcfC
# Func Hash:
1138531377474437119
# Num Counters:
1
# Counter Values:
120
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
2
__swift_memcpy1_1:85
** External Symbol **:35
2
__swift_memcpy1_1:85
** External Symbol **:35
1
** External Symbol **:120

$s14ArgumentParser6OptionVA2A013ExpressibleByA0RzlE12wrappedValue4name7parsing4help10completionACyxGx_AA17NameSpecificationVAA06SingleG15ParsingStrategyVAA0A4HelpVSgAA14CompletionKindVSgtcfcAA0A3SetVAA8InputKeyVcfU_
# Func Hash:
1108079925070882919
# Num Counters:
2
# Counter Values:
96
96
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
2
__swift_memcpy1_1:68
** External Symbol **:28
3
$s5reach16ConditionOptionsV14UnknownMeteredOwst:40
** External Symbol **:28
$s5reach13OutputOptionsV9ColorModeOwst:28
1
** External Symbol **:96

$s14ArgumentParser6OptionVA2A013ExpressibleByA0RzlE4name7parsing4help10completionACyxGAA17NameSpecificationV_AA26SingleValueParsingStrategyVAA0A4HelpVSgAA14CompletionKindVSgtcfcAA0A3SetVAA8InputKeyVcfU_SS_Tg5
# Func Hash:
208392344378501223
# Num Counters:
7
# Counter Values:
34
0
34
34
34
34
34
# Num Bitmap Bytes:
$0

$s14ArgumentParser6OptionVMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
578
# Num Bitmap Bytes:
$0

$s14ArgumentParser6OptionVMi
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
77
# Num Bitmap Bytes:
$0

$s14ArgumentParser6OptionVMr
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
77
77
# Num Bitmap Bytes:
$0

$s14ArgumentParser6OptionVwcp
# Func Hash:
1010863706726483951
# Num Counters:
10
# Counter Values:
0
0
1182
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

$s14ArgumentParser6OptionVwxx
# Func Hash:
1010863706726483951
# Num Counters:
10
# Counter Values:
0
2
1182
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
__swift_noop_void_return:2

$s14ArgumentParser6OptionVy5reach13OutputOptionsV9ColorModeOGACyxGSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
7
7
# Num Bitmap Bytes:
$0

$s14ArgumentParser6OptionVy5reach13OutputOptionsV9ColorModeOGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
23
7
7
# Num Bitmap Bytes:
$0

$s14ArgumentParser6OptionVy5reach13OutputOptionsV9ColorModeOGWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
2
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s14ArgumentParser6OptionVwxx:2

$s14ArgumentParser6OptionVy5reach16ConditionOptionsV14UnknownMeteredOGACyxGSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
10
10
# Num Bitmap Bytes:
$0

$s14ArgumentParser6OptionVy5reach16ConditionOptionsV14UnknownMeteredOGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
30
10
10
# Num Bitmap Bytes:
$0

$s14ArgumentParser6OptionVy5reach4SpanVGACyxGSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
7
7
# Num Bitmap Bytes:
$0

$s14ArgumentParser6OptionVy5reach4SpanVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
21
7
7
# Num Bitmap Bytes:
$0

$s14ArgumentParser6OptionVy5reach4SpanVSgGACyxGSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
7
7
# Num Bitmap Bytes:
$0

$s14ArgumentParser6OptionVy5reach4SpanVSgGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
21
7
7
# Num Bitmap Bytes:
$0

$s14ArgumentParser6OptionVy5reach8TypeListVSgGACyxGSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
10
10
# Num Bitmap Bytes:
$0

$s14ArgumentParser6OptionVy5reach8TypeListVSgGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
40
10
10
# Num Bitmap Bytes:
$0

$s14ArgumentParser6OptionVySSGACyxGSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser6OptionVySSGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
34
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser6OptionVySSSgGACyxGSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
27
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser6OptionVySSSgGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
91
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser6OptionVySiSgGACyxGSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
2
2
# Num Bitmap Bytes:
$0

$s14ArgumentParser6OptionVySiSgGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
8
2
2
# Num Bitmap Bytes:
$0

$s14ArgumentParser6OptionVyxGAA0A11SetProviderA2aEP08argumentD03forAA0aD0VAA8InputKeyV_tFTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
394
# Num Bitmap Bytes:
$0

$s14ArgumentParser6OptionVyxGAA13ParsedWrapperA2aEP12_parsedValueAA0D0Oy0G0QzGvgTW
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
394
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s14ArgumentParser6ParsedOwcp:394

$s14ArgumentParser6OptionVyxGAA13ParsedWrapperA2aEP12_parsedValuexAA0D0Oy0G0QzG_tcfCTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
90
# Num Bitmap Bytes:
$0

$s14ArgumentParser6OptionVyxGAA13ParsedWrapperAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
77
# Num Bitmap Bytes:
$0

$s14ArgumentParser6OptionVyxGSeAASe4fromxs7Decoder_p_tKcfCTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
107
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
4342
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOMi
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
133
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOMr
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
133
133
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOwcp
# Func Hash:
1010863706726483951
# Num Counters:
10
# Counter Values:
0
334
1000
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
7
__swift_memcpy1_1:108
** External Symbol **:91
$s5reach20ConfigurationOptionsVwcp:51
$s5reach13OutputOptionsVwcp:33
$s5reach16ConditionOptionsVwcp:30
** External Symbol **:14
** External Symbol **:7

$s14ArgumentParser6ParsedOwxx
# Func Hash:
1010863706726483951
# Num Counters:
10
# Counter Values:
0
34
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
3
$s5reach20ConfigurationOptionsVwxx:17
$s5reach16ConditionOptionsVwxx:10
$s5reach13OutputOptionsVwxx:7

$s14ArgumentParser6ParsedOy5reach13OutputOptionsV9ColorModeOGWOe
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
150
63
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOy5reach13OutputOptionsV9ColorModeOGWOy
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
110
28
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOy5reach13OutputOptionsVGWOe
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
42
56
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOy5reach13OutputOptionsVGWOy
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
35
28
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOy5reach16ConditionOptionsV14UnknownMeteredOGWOe
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
210
90
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOy5reach16ConditionOptionsV14UnknownMeteredOGWOy
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
150
40
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOy5reach16ConditionOptionsVGWOe
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
60
80
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOy5reach16ConditionOptionsVGWOy
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
50
40
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOy5reach20ConfigurationOptionsVGWOe
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
102
153
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOy5reach20ConfigurationOptionsVGWOy
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
85
68
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOy5reach4SpanVGWOe
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
105
63
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOy5reach4SpanVGWOy
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
63
28
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOy5reach4SpanVSgGWOe
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
105
63
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOy5reach4SpanVSgGWOy
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
63
28
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOy5reach8TypeListVSgGWOe
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
240
180
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOy5reach8TypeListVSgGWOy
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
220
80
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOyACyxGAA0A3SetVAA8InputKeyVccfC
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
645
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOySSGWOe
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
170
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOySSGWOy
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
136
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOySSSgGWOe
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
519
537
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOySSSgGWOy
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
482
352
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOySaySSGGWOe
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
30
45
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOySaySSGGWOy
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
25
20
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOySbGWOe
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
2257
1106
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOySbGWOy
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
1603
552
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOySiSgGWOe
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
30
18
# Num Bitmap Bytes:
$0

$s14ArgumentParser6ParsedOySiSgGWOy
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
18
8
# Num Bitmap Bytes:
$0

$s14ArgumentParser8InputKeyV06codingD04pathACs06CodingD0_p_SaysAF_pGtcfCTf4enn_nTf4gnn_n
# Func Hash:
798733565109336790
# Num Counters:
4
# Counter Values:
0
316
218
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser8InputKeyV4name6parentACSS_ACSgtcfCTf4nnd_n
# Func Hash:
311693034501888970
# Num Counters:
7
# Counter Values:
68
0
0
68
0
0
0
# Num Bitmap Bytes:
$0

$s14ArgumentParser8InputKeyVACSHAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser8InputKeyVACSQAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser8InputKeyVSHAASQWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s14ArgumentParser8InputKeyVSgWOe
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
306
136
# Num Bitmap Bytes:
$0

$s14ArgumentParser8InputKeyVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1097
# Num Bitmap Bytes:
$0

$s5reach10JSONWriterV12writeCarried4ipv44ipv6ySb_SbtF
# Func Hash:
960862598675300351
# Num Counters:
5
# Counter Values:
5050
10
10
0
0
# Num Bitmap Bytes:
$0

$s5reach10JSONWriterV12writeMembers2of_y12Reachability11NetworkPathV_yACzKXEtKF043$s5reach10StatusJSONV5writes5NeverOyKFyAA10b12VzKXEfU_yAHzQ2U_AA0J4JSONVAHTf1ncn_nTf4nngXg_n
# Func Hash:
899507466704476792
# Num Counters:
48
# Counter Values:
20
0
20
0
20
5
0
0
15
0
0
0
0
0
0
20
0
0
0
0
15
0
5
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
20
20
0
0
20
20
0
0
# Num Bitmap Bytes:
$0

$s5reach10JSONWriterV12writeMembers2of_y12Reachability11NetworkPathV_yACzKXEtKF096$s5reach10WatchLinesV5write33_0DD78D15E6258E18A0E9BFBA838EA0B9LL_____2toSbSS_Say12Reachability10h19ChangeV5FieldOGAG07g78P0VAA15ShownInterfacesVSSyXK11LinuxSystem14StandardStreamOtAQ0W5ErrorVYKFyAA10B26VzXEfU_yAWzXEfU0_yAWzXEfU_AA15ShownInterfacesVTf1ncn_nTf4nng_n
# Func Hash:
305982723675756146
# Num Counters:
47
# Counter Values:
44
82
44
82
0
0
0
126
0
20
20
0
42
0
44
0
82
0
0
126
0
0
0
0
0
0
0
0
0
0
0
82
82
0
0
0
0
0
0
44
44
0
0
44
44
0
0
# Num Bitmap Bytes:
$0

$s5reach10JSONWriterV15writeOwnMembers2ofy12Reachability16NetworkInterfaceV_tF
# Func Hash:
147262473927835394
# Num Counters:
28
# Counter Values:
102
10
0
5122
92
10
5122
0
0
5112
0
10
0
0
0
5000
20
0
92
0
0
0
5122
5122
122
122
102
102
# Num Bitmap Bytes:
$0

$s5reach10JSONWriterV5valueyySSF
# Func Hash:
424622327601361661
# Num Counters:
19
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
16042
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s5reach10JSONWriterV5write33_2DB420B800D8098A95E993C5F08D2F74LLyy12Reachability7MeteredVFyACzXEfU_
# Func Hash:
824185424060123492
# Num Counters:
16
# Counter Values:
5112
0
0
0
5112
0
5112
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s5reach10JSONWriterV6memberyys12StaticStringV_SaySSGtF
# Func Hash:
1124680649821146753
# Num Counters:
3
# Counter Values:
102
5370
0
# Num Bitmap Bytes:
$0

$s5reach10JSONWriterV9writeCost2ofy12Reachability16NetworkInterfaceV_tF
# Func Hash:
1124680653842163584
# Num Counters:
4
# Counter Values:
5050
0
5050
0
# Num Bitmap Bytes:
$0

$s5reach10StatusJSONV5plainACSgs10ArraySliceVySSG_tcfCTf4nd_n
# Func Hash:
981836593995879017
# Num Counters:
18
# Counter Values:
0
12
10
12
0
15
0
0
0
5
0
0
0
0
0
0
25
25
# Num Bitmap Bytes:
$0

$s5reach10StatusJSONV5writes5NeverOyKF
# Func Hash:
467443205135370606
# Num Counters:
5
# Counter Values:
0
0
0
0
20
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
1
$s11LinuxSystem10ByteBufferVwxx:20
0

$s5reach10StatusJSONV5writes5NeverOyKFyAA10JSONWriterVzKXEfU_yAHzKXEfU_yAHzKXEfU_Tf4nxn_n
# Func Hash:
563943035799946769
# Num Counters:
34
# Counter Values:
10
10
0
0
10
5
0
0
5
20
0
0
0
5
0
5
0
0
0
10
0
0
0
0
0
0
0
20
10
10
0
0
0
0
# Num Bitmap Bytes:
$0

$s5reach10StatusJSONV5writes5NeverOyKFyAA10JSONWriterVzKXEfU_yAHzKXEfU_yAHzKXEfU_y12Reachability16NetworkInterfaceVKXEfU_
# Func Hash:
844982798965267876
# Num Counters:
4
# Counter Values:
5050
5040
0
30
# Num Bitmap Bytes:
$0

$s5reach10StatusTextV4textSSvg
# Func Hash:
694937220796462727
# Num Counters:
5
# Counter Values:
5
0
0
0
0
# Num Bitmap Bytes:
$0

$s5reach10StatusTextV5table33_C10CC2171CD15D0F7C00816B953A17E3LL15addressesBesideAA0C5TableVSb_tFTf4nx_n
# Func Hash:
617295783279713052
# Num Counters:
62
# Counter Values:
0
25
0
0
0
0
0
0
0
0
0
0
0
5
5
5
5
0
0
5
5
0
0
0
0
0
5
0
0
0
0
5
0
0
0
0
5
5
5
5
0
0
0
0
0
0
0
5
0
0
5
0
0
0
0
5
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s5reach10StatusTextV7details33_C10CC2171CD15D0F7C00816B953A17E3LLAA0C5TableVvg
# Func Hash:
996388177640534128
# Num Counters:
40
# Counter Values:
0
0
0
0
0
5
0
0
0
0
0
0
0
0
0
5
0
0
5
0
5
0
5
0
0
0
0
0
0
0
0
0
0
0
5
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s5reach10StatusTextV8headlineSSvgTf4x_n
# Func Hash:
545540447047424456
# Num Counters:
25
# Counter Values:
0
7
0
0
0
7
0
0
0
0
0
7
0
7
0
7
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s5reach10WatchLinesV4Told33_0DD78D15E6258E18A0E9BFBA838EA0B9LLCMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
124
# Num Bitmap Bytes:
$0

$s5reach10WatchLinesV4Told33_0DD78D15E6258E18A0E9BFBA838EA0B9LLCfD
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
124
# Num Bitmap Bytes:
$0

$s5reach10WatchLinesV4keep33_0DD78D15E6258E18A0E9BFBA838EA0B9LLyySnySiG_SS12Reachability11NetworkPathVAA15ShownInterfacesVtF
# Func Hash:
477729239104466733
# Num Counters:
14
# Counter Values:
2
2
2
124
124
29
20
75
20
0
0
0
0
124
# Num Bitmap Bytes:
$0

$s5reach10WatchLinesV5write33_0DD78D15E6258E18A0E9BFBA838EA0B9LL5again2toSbAC4ToldAELLC_11LinuxSystem14StandardStreamOtAJ0R5ErrorVYKF
# Func Hash:
995843726148715490
# Num Counters:
8
# Counter Values:
0
0
0
0
216
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

$s5reach10WatchLinesV5write_7resyncs2toSb12Reachability11NetworkPathVSg_Si11LinuxSystem14StandardStreamOtAK0K5ErrorVYKF
# Func Hash:
618507020645742750
# Num Counters:
49
# Counter Values:
104
852
342
20
124
0
0
0
104
104
124
0
104
104
104
0
104
124
0
0
124
0
0
0
0
0
0
0
0
124
124
0
2
2
0
0
0
124
0
2
0
0
216
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
8
0
0
0
0
0
0
0
0

$s5reach10WatchLinesV6outputAcA13OutputOptionsV_tcfCTf4gd_n
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
2
# Num Bitmap Bytes:
$0

$s5reach10WatchLinesV7hasNewsySb12Reachability11NetworkPathVSgFSbAG_SitXEfU_
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
186
186
# Num Bitmap Bytes:
$0

$s5reach11ModeNoticesV4tellyy12Reachability11PathMonitorC0B0O11LinuxSystem0I5ErrorVYKF
# Func Hash:
650973722275748325
# Num Counters:
9
# Counter Values:
470
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s5reach13ConditionWaitV7isReadySbyF
# Func Hash:
174542564265999893
# Num Counters:
10
# Counter Values:
5
0
5
0
5
0
5
0
0
5
# Num Bitmap Bytes:
$0

$s5reach13ConditionWaitVWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s5reach13ConditionWaitVwxx:5

$s5reach13ConditionWaitV_6stable8deadlineAcA0B8FollowerV_AA4SpanVAISgtcfCTf4nnnd_n
# Func Hash:
536873289974828673
# Num Counters:
4
# Counter Values:
5
5
0
0
# Num Bitmap Bytes:
$0

$s5reach13ConditionWaitVwxx
# Func Hash:
264495438365974822
# Num Counters:
4
# Counter Values:
5
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

$s5reach13OutputOptionsV10CodingKeys33_EAF0A3FDDAE36AD8B78D87E11FBE656ELLOAFs0D3KeyAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
14
7
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsV10CodingKeys33_EAF0A3FDDAE36AD8B78D87E11FBE656ELLOAFs23CustomStringConvertibleAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
7
7
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsV10CodingKeys33_EAF0A3FDDAE36AD8B78D87E11FBE656ELLOAFs28CustomDebugStringConvertibleAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
7
7
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsV10CodingKeys33_EAF0A3FDDAE36AD8B78D87E11FBE656ELLOs0D3KeyAAs23CustomStringConvertiblePWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsV10CodingKeys33_EAF0A3FDDAE36AD8B78D87E11FBE656ELLOs0D3KeyAAs28CustomDebugStringConvertiblePWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsV10CodingKeys33_EAF0A3FDDAE36AD8B78D87E11FBE656ELLOs0D3KeyAAsAGP11stringValueSSvgTW
# Func Hash:
1124680653842163584
# Num Counters:
4
# Counter Values:
42
14
14
0
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsV14ArgumentParser17ParsableArgumentsAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsV14ArgumentParser17ParsableArgumentsAadEP8validateyyKFTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsV14ArgumentParser17ParsableArgumentsAadEPxycfCTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
28
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsV4fromACs7Decoder_p_tKcfCTf4nd_n
# Func Hash:
1095641701165983749
# Num Counters:
5
# Counter Values:
0
0
0
0
7
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
** External Symbol **:7
0
0
0

$s5reach13OutputOptionsV5styleAA9TextStyleOvgTf4x_n
# Func Hash:
814865060647743667
# Num Counters:
9
# Counter Values:
7
7
0
7
7
0
7
7
0
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsV9ColorModeO14ArgumentParser013ExpressibleByF0AafGP15allValueStringsSaySSGvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
56
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsV9ColorModeO14ArgumentParser013ExpressibleByF0AafGP20allValueDescriptionsSDyS2SGvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
28
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsV9ColorModeO14ArgumentParser013ExpressibleByF0AafGP21defaultCompletionKindAF0kL0VvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
28
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsV9ColorModeO14ArgumentParser013ExpressibleByF0AafGP23defaultValueDescriptionSSvgTW
# Func Hash:
543243710822098816
# Num Counters:
4
# Counter Values:
84
28
28
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$sSS14ArgumentParser013ExpressibleByA0A2aBP23defaultValueDescriptionSSvgTW:84

$s5reach13OutputOptionsV9ColorModeOAESYAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
28
7
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsV9ColorModeOAEs12CaseIterableAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
56
7
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsV9ColorModeOMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
35
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsV9ColorModeOSYAASY8rawValue03RawG0QzvgTW
# Func Hash:
1124680653842163584
# Num Counters:
4
# Counter Values:
112
28
28
0
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsV9ColorModeOs12CaseIterableAA8AllCasessAFP_SlWT
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsV9ColorModeOs12CaseIterableAAsAFP8allCases03AllI0QzvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
28
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsV9ColorModeOwet
# Func Hash:
78612111971051120
# Num Counters:
10
# Counter Values:
203
203
0
0
0
0
0
0
0
175
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsV9ColorModeOwst
# Func Hash:
1104024240248841140
# Num Counters:
14
# Counter Values:
0
147
0
28
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsVAC14ArgumentParser17ParsableArgumentsAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
42
7
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsVACSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
7
7
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsVACycfCTf4d_n
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
28
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsVMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
28
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsVSeAASe4fromxs7Decoder_p_tKcfCTW
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
7
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsVwCP
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
119
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsVwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
75
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsVwet
# Func Hash:
607699200014702880
# Num Counters:
5
# Counter Values:
7
7
0
0
7
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsVwst
# Func Hash:
567185240178928211
# Num Counters:
5
# Counter Values:
7
0
7
0
0
# Num Bitmap Bytes:
$0

$s5reach13OutputOptionsVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
84
# Num Bitmap Bytes:
$0

$s5reach15ShownInterfacesV0B033_370608E4035DAA2C6534241C6CDE6C1ELLVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
106
# Num Bitmap Bytes:
$0

$s5reach15ShownInterfacesV4takeySbyy12Reachability11NetworkPathV7ShowingOXEXEFyAIXEfU_
# Func Hash:
484499721409437736
# Num Counters:
7
# Counter Values:
106
106
22
84
0
0
40
# Num Bitmap Bytes:
$0

$s5reach15ShownInterfacesV5Looks33_370608E4035DAA2C6534241C6CDE6C1ELLCMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
62
# Num Bitmap Bytes:
$0

$s5reach15ShownInterfacesV5Looks33_370608E4035DAA2C6534241C6CDE6C1ELLCfD
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
62
# Num Bitmap Bytes:
$0

$s5reach15ShownInterfacesV5Looks33_370608E4035DAA2C6534241C6CDE6C1ELLCyAF12Reachability16NetworkInterfaceVcfc
# Func Hash:
146393205880137600
# Num Counters:
4
# Counter Values:
62
0
62
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
$s11LinuxSystem10ByteBufferVwxx:62
1
$s11LinuxSystem10ByteBufferVwxx:62

$s5reach15ShownInterfacesV5shown33_370608E4035DAA2C6534241C6CDE6C1ELL__4nearAC0B0AELLV12Reachability11NetworkPathV7ShowingO_SayAHGSitFZ6beforeL_yAC5LooksAELLCSgSiF
# Func Hash:
93478047584323893
# Num Counters:
7
# Counter Values:
0
22
84
0
84
0
0
# Num Bitmap Bytes:
$0

$s5reach15ShownInterfacesV5shown33_370608E4035DAA2C6534241C6CDE6C1ELL__4nearAC0B0AELLV12Reachability11NetworkPathV7ShowingO_SayAHGSitFZTf4nnnd_n
# Func Hash:
11922952891383397
# Num Counters:
6
# Counter Values:
62
44
62
40
0
0
# Num Bitmap Bytes:
$0

$s5reach15ShownInterfacesV5write2toyAA10JSONWriterVz_tF
# Func Hash:
1061802870499187279
# Num Counters:
9
# Counter Values:
0
106
126
0
0
44
44
0
0
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsV10CodingKeys33_A53572F97A647E17C5A4D24CAE4B8A6BLLO11stringValueSSvg
# Func Hash:
896858937035993555
# Num Counters:
13
# Counter Values:
240
20
20
20
20
20
20
20
20
20
20
20
0
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsV10CodingKeys33_A53572F97A647E17C5A4D24CAE4B8A6BLLOAFs0D3KeyAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
20
10
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsV10CodingKeys33_A53572F97A647E17C5A4D24CAE4B8A6BLLOAFs23CustomStringConvertibleAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
10
10
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsV10CodingKeys33_A53572F97A647E17C5A4D24CAE4B8A6BLLOAFs28CustomDebugStringConvertibleAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
10
10
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsV10CodingKeys33_A53572F97A647E17C5A4D24CAE4B8A6BLLOs0D3KeyAAs23CustomStringConvertiblePWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
10
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsV10CodingKeys33_A53572F97A647E17C5A4D24CAE4B8A6BLLOs0D3KeyAAs28CustomDebugStringConvertiblePWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
10
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsV10CodingKeys33_A53572F97A647E17C5A4D24CAE4B8A6BLLOs0D3KeyAAsAGP11stringValueSSvgTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
240
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsV14ArgumentParser17ParsableArgumentsAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
10
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsV14ArgumentParser17ParsableArgumentsAadEP8validateyyKFTW
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
10
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsV14ArgumentParser17ParsableArgumentsAadEPxycfCTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
40
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsV14UnknownMeteredO14ArgumentParser013ExpressibleByF0AafGP15allValueStringsSaySSGvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
80
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsV14UnknownMeteredO14ArgumentParser013ExpressibleByF0AafGP20allValueDescriptionsSDyS2SGvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
40
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsV14UnknownMeteredO14ArgumentParser013ExpressibleByF0AafGP21defaultCompletionKindAF0kL0VvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
40
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsV14UnknownMeteredO14ArgumentParser013ExpressibleByF0AafGP23defaultValueDescriptionSSvgTW
# Func Hash:
131462363940388863
# Num Counters:
3
# Counter Values:
80
40
40
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$sSS14ArgumentParser013ExpressibleByA0A2aBP23defaultValueDescriptionSSvgTW:80

$s5reach16ConditionOptionsV14UnknownMeteredOAESYAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
40
10
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsV14UnknownMeteredOAEs12CaseIterableAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
80
10
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsV14UnknownMeteredOMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
50
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsV14UnknownMeteredOSYAASY8rawValue03RawG0QzvgTW
# Func Hash:
702941992757231615
# Num Counters:
3
# Counter Values:
120
40
40
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsV14UnknownMeteredOs12CaseIterableAA8AllCasessAFP_SlWT
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
10
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsV14UnknownMeteredOs12CaseIterableAAsAFP8allCases03AllI0QzvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
40
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsV14UnknownMeteredOwet
# Func Hash:
78612111971051120
# Num Counters:
10
# Counter Values:
250
250
0
0
0
0
0
0
0
210
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsV14UnknownMeteredOwst
# Func Hash:
1104024240248841140
# Num Counters:
14
# Counter Values:
0
170
0
40
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsV4fromACs7Decoder_p_tKcfCTf4nd_n
# Func Hash:
543934145810700844
# Num Counters:
14
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
10
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
13
1
** External Symbol **:10
0
0
0
0
0
0
0
0
0
0
0
0

$s5reach16ConditionOptionsV4host33_A53572F97A647E17C5A4D24CAE4B8A6BLL11LinuxSystem8HostNameVSgvg
# Func Hash:
1124680650175096207
# Num Counters:
3
# Counter Values:
10
0
0
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsV8validateyyKF
# Func Hash:
599005164958542556
# Num Counters:
9
# Counter Values:
0
0
10
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsV9conditionAA0B0Vvg
# Func Hash:
536873293986372656
# Num Counters:
3
# Counter Values:
0
10
10
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsVAC14ArgumentParser17ParsableArgumentsAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
60
10
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsVACSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
10
10
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsVACycfCTf4d_n
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
40
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsVMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
40
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsVSeAASe4fromxs7Decoder_p_tKcfCTW
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
10
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsVWOc
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
10
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsVWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
20
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s5reach16ConditionOptionsVwxx:20

$s5reach16ConditionOptionsVwCP
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
180
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsVwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
100
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsVwet
# Func Hash:
607699200014702880
# Num Counters:
5
# Counter Values:
10
10
0
0
10
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsVwst
# Func Hash:
567185240178928211
# Num Counters:
5
# Counter Values:
10
0
10
0
0
# Num Bitmap Bytes:
$0

$s5reach16ConditionOptionsVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
140
# Num Bitmap Bytes:
$0

$s5reach17ConditionFollowerV8question33_12F2D04C44BF9BCD8723E88D93B2EB68LL12Reachability12PathQuestionVvg
# Func Hash:
830659418295989106
# Num Counters:
9
# Counter Values:
0
0
0
0
5
0
0
0
5
# Num Bitmap Bytes:
$0

$s5reach17ConditionFollowerVyAcA0B0V_AA17ConfigurationFileVtKcfCTf4nnd_n
# Func Hash:
694937221092453107
# Num Counters:
5
# Counter Values:
0
0
0
5
0
# Num Bitmap Bytes:
$0

$s5reach17ConfigurationFileV10userFolder33_F3208DABC52A2CF4D1805195DAEC8313LLSSSgvgZTf4d_n
# Func Hash:
567185241419345966
# Num Counters:
5
# Counter Values:
37
37
0
0
0
# Num Bitmap Bytes:
$0

$s5reach17ConfigurationFileV4readAA0B0VyKF
# Func Hash:
981446173532929073
# Num Counters:
12
# Counter Values:
0
0
37
37
0
74
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s5reach17ConfigurationFileV5namedACSSSg_tcfCTf4nd_n
# Func Hash:
896858936663743911
# Num Counters:
9
# Counter Values:
37
74
74
37
0
37
0
0
37
# Num Bitmap Bytes:
$0

$s5reach18InterfaceSelectionV10interfaces2ofSay12Reachability07NetworkB0VGAF0G4PathV_tKF
# Func Hash:
668103925248585662
# Num Counters:
30
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
15
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s5reach20ConfigurationOptionsV10CodingKeys33_85C46FFB98EDCF5936A191AA4BC733EALLOAFs0D3KeyAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
34
17
# Num Bitmap Bytes:
$0

$s5reach20ConfigurationOptionsV10CodingKeys33_85C46FFB98EDCF5936A191AA4BC733EALLOAFs23CustomStringConvertibleAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s5reach20ConfigurationOptionsV10CodingKeys33_85C46FFB98EDCF5936A191AA4BC733EALLOAFs28CustomDebugStringConvertibleAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s5reach20ConfigurationOptionsV10CodingKeys33_85C46FFB98EDCF5936A191AA4BC733EALLOs0D3KeyAAs23CustomStringConvertiblePWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach20ConfigurationOptionsV10CodingKeys33_85C46FFB98EDCF5936A191AA4BC733EALLOs0D3KeyAAs28CustomDebugStringConvertiblePWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach20ConfigurationOptionsV10CodingKeys33_85C46FFB98EDCF5936A191AA4BC733EALLOs0D3KeyAAsAGP11stringValueSSvgTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
34
# Num Bitmap Bytes:
$0

$s5reach20ConfigurationOptionsV14ArgumentParser17ParsableArgumentsAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach20ConfigurationOptionsV14ArgumentParser17ParsableArgumentsAadEP8validateyyKFTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach20ConfigurationOptionsV14ArgumentParser17ParsableArgumentsAadEPxycfCTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
68
# Num Bitmap Bytes:
$0

$s5reach20ConfigurationOptionsV4fromACs7Decoder_p_tKcfCTf4nd_n
# Func Hash:
783881052069640334
# Num Counters:
3
# Counter Values:
0
0
17
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:17
0

$s5reach20ConfigurationOptionsVAC14ArgumentParser17ParsableArgumentsAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
102
17
# Num Bitmap Bytes:
$0

$s5reach20ConfigurationOptionsVACSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s5reach20ConfigurationOptionsVACycfCTf4d_n
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
68
# Num Bitmap Bytes:
$0

$s5reach20ConfigurationOptionsVMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
68
# Num Bitmap Bytes:
$0

$s5reach20ConfigurationOptionsVSeAASe4fromxs7Decoder_p_tKcfCTW
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s5reach20ConfigurationOptionsVwCP
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
296
# Num Bitmap Bytes:
$0

$s5reach20ConfigurationOptionsVwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
153
# Num Bitmap Bytes:
$0

$s5reach20ConfigurationOptionsVwet
# Func Hash:
607699200014702880
# Num Counters:
5
# Counter Values:
17
17
0
0
17
# Num Bitmap Bytes:
$0

$s5reach20ConfigurationOptionsVwst
# Func Hash:
567185240178928211
# Num Counters:
5
# Counter Values:
17
0
17
0
0
# Num Bitmap Bytes:
$0

$s5reach20ConfigurationOptionsVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
500
# Num Bitmap Bytes:
$0

$s5reach21FollowedConfigurationV4take4fromSb11LinuxSystem9ReadinessV_tAF0G5ErrorVYKF
# Func Hash:
391331300261961911
# Num Counters:
6
# Counter Values:
468
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s5reach21FollowedConfigurationVyAcA0C4FileVKcfCTf4nd_n
# Func Hash:
536873292330776718
# Num Counters:
3
# Counter Values:
0
0
7
# Num Bitmap Bytes:
$0

$s5reach3RunV13configuration_WZ
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach3RunV14ArgumentParser15ParsableCommandAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach3RunV14ArgumentParser15ParsableCommandAadEP12_commandNameSSvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
26
# Num Bitmap Bytes:
$0

$s5reach3RunV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
69
# Num Bitmap Bytes:
$0

$s5reach3RunV14ArgumentParser17ParsableArgumentsAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach3RunVAC14ArgumentParser15ParsableCommandAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s5reach3RunVAC14ArgumentParser17ParsableArgumentsAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s5reach3RunVACSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s5reach4SpanV11descriptionSSvg
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
28
# Num Bitmap Bytes:
$0

$s5reach4SpanV14ArgumentParser013ExpressibleByC0AadEP15allValueStringsSaySSGvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
56
# Num Bitmap Bytes:
$0

$s5reach4SpanV14ArgumentParser013ExpressibleByC0AadEP20allValueDescriptionsSDyS2SGvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
56
# Num Bitmap Bytes:
$0

$s5reach4SpanV14ArgumentParser013ExpressibleByC0AadEP21defaultCompletionKindAD0hI0VvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
56
# Num Bitmap Bytes:
$0

$s5reach4SpanV14ArgumentParser013ExpressibleByC0AadEP23defaultValueDescriptionSSvgTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
28
# Num Bitmap Bytes:
$0

$s5reach4SpanV14ArgumentParser013ExpressibleByC0AadEP8argumentxSgSS_tcfCTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0

$s5reach4SpanV8argumentACSgSS_tcfCTf4nd_n
# Func Hash:
713764391054637441
# Num Counters:
16
# Counter Values:
7
14
14
0
0
0
0
0
0
7
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s5reach4SpanVMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
56
# Num Bitmap Bytes:
$0

$s5reach4SpanVSgMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
7
7
7
# Num Bitmap Bytes:
$0

$s5reach4WaitV10CodingKeys33_0D3C049F77A29CC20ABABBEFFCC161C1LLOAFs0C3KeyAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
10
5
# Num Bitmap Bytes:
$0

$s5reach4WaitV10CodingKeys33_0D3C049F77A29CC20ABABBEFFCC161C1LLOAFs23CustomStringConvertibleAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
5
5
# Num Bitmap Bytes:
$0

$s5reach4WaitV10CodingKeys33_0D3C049F77A29CC20ABABBEFFCC161C1LLOAFs28CustomDebugStringConvertibleAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
5
5
# Num Bitmap Bytes:
$0

$s5reach4WaitV10CodingKeys33_0D3C049F77A29CC20ABABBEFFCC161C1LLOs0C3KeyAAs23CustomStringConvertiblePWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s5reach4WaitV10CodingKeys33_0D3C049F77A29CC20ABABBEFFCC161C1LLOs0C3KeyAAs28CustomDebugStringConvertiblePWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s5reach4WaitV10CodingKeys33_0D3C049F77A29CC20ABABBEFFCC161C1LLOs0C3KeyAAsAGP11stringValueSSvgTW
# Func Hash:
567185238975230704
# Num Counters:
6
# Counter Values:
180
10
10
10
20
0
# Num Bitmap Bytes:
$0

$s5reach4WaitV13configuration_WZ
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach4WaitV14ArgumentParser15ParsableCommandAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach4WaitV14ArgumentParser15ParsableCommandAadEP12_commandNameSSvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
36
# Num Bitmap Bytes:
$0

$s5reach4WaitV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
99
# Num Bitmap Bytes:
$0

$s5reach4WaitV14ArgumentParser15ParsableCommandAadEP3runyyKFTW
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
5
# Num Bitmap Bytes:
$0

$s5reach4WaitV14ArgumentParser17ParsableArgumentsAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach4WaitV14ArgumentParser17ParsableArgumentsAadEP8validateyyKFTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s5reach4WaitV14ArgumentParser17ParsableArgumentsAadEPxycfCTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
20
# Num Bitmap Bytes:
$0

$s5reach4WaitV3runyyKF
# Func Hash:
346742023202879848
# Num Counters:
40
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
5
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s5reach4WaitV4fromACs7Decoder_p_tKcfCTf4nd_n
# Func Hash:
1063355335062086027
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
5
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
1
** External Symbol **:5
0
0
0
0
0

$s5reach4WaitVAC14ArgumentParser15ParsableCommandAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s5reach4WaitVAC14ArgumentParser17ParsableArgumentsAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s5reach4WaitVACSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s5reach4WaitVACycfCTf4d_n
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
20
# Num Bitmap Bytes:
$0

$s5reach4WaitVSeAASe4fromxs7Decoder_p_tKcfCTW
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
5
# Num Bitmap Bytes:
$0

$s5reach4WaitVWOc
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s5reach4WaitVWOh
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s5reach4WaitVwCP
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
95
# Num Bitmap Bytes:
$0

$s5reach4WaitVwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
45
# Num Bitmap Bytes:
$0

$s5reach4WaitVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
70
# Num Bitmap Bytes:
$0

$s5reach5CheckV10CodingKeys33_B156194473C169C65368A663D38C86ECLLOAFs0C3KeyAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
10
5
# Num Bitmap Bytes:
$0

$s5reach5CheckV10CodingKeys33_B156194473C169C65368A663D38C86ECLLOAFs23CustomStringConvertibleAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
5
5
# Num Bitmap Bytes:
$0

$s5reach5CheckV10CodingKeys33_B156194473C169C65368A663D38C86ECLLOAFs28CustomDebugStringConvertibleAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
5
5
# Num Bitmap Bytes:
$0

$s5reach5CheckV10CodingKeys33_B156194473C169C65368A663D38C86ECLLOs0C3KeyAAs23CustomStringConvertiblePWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s5reach5CheckV10CodingKeys33_B156194473C169C65368A663D38C86ECLLOs0C3KeyAAs28CustomDebugStringConvertiblePWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s5reach5CheckV10CodingKeys33_B156194473C169C65368A663D38C86ECLLOs0C3KeyAAsAGP11stringValueSSvgTW
# Func Hash:
567185238975230704
# Num Counters:
6
# Counter Values:
180
10
10
10
20
0
# Num Bitmap Bytes:
$0

$s5reach5CheckV13configuration_WZ
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach5CheckV14ArgumentParser15ParsableCommandAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach5CheckV14ArgumentParser15ParsableCommandAadEP12_commandNameSSvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
46
# Num Bitmap Bytes:
$0

$s5reach5CheckV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
119
# Num Bitmap Bytes:
$0

$s5reach5CheckV14ArgumentParser15ParsableCommandAadEP3runyyKFTW
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
5
# Num Bitmap Bytes:
$0

$s5reach5CheckV14ArgumentParser17ParsableArgumentsAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach5CheckV14ArgumentParser17ParsableArgumentsAadEP8validateyyKFTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s5reach5CheckV14ArgumentParser17ParsableArgumentsAadEPxycfCTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
20
# Num Bitmap Bytes:
$0

$s5reach5CheckV3runyyKF
# Func Hash:
3603319053146666
# Num Counters:
13
# Counter Values:
0
0
0
0
0
5
0
0
5
0
0
0
5
# Num Bitmap Bytes:
$0

$s5reach5CheckV4fromACs7Decoder_p_tKcfCTf4nd_n
# Func Hash:
1063355335062086027
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
5
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
1
** External Symbol **:5
0
0
0
0
0

$s5reach5CheckVAC14ArgumentParser15ParsableCommandAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s5reach5CheckVAC14ArgumentParser17ParsableArgumentsAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s5reach5CheckVACSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s5reach5CheckVACycfCTf4d_n
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
20
# Num Bitmap Bytes:
$0

$s5reach5CheckVSeAASe4fromxs7Decoder_p_tKcfCTW
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
5
# Num Bitmap Bytes:
$0

$s5reach5CheckVWOc
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s5reach5CheckVWOh
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s5reach5CheckVwCP
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
95
# Num Bitmap Bytes:
$0

$s5reach5CheckVwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
45
# Num Bitmap Bytes:
$0

$s5reach5CheckVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
70
# Num Bitmap Bytes:
$0

$s5reach5ReachV13configuration_WZ
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach5ReachV14ArgumentParser15ParsableCommandAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach5ReachV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
145
# Num Bitmap Bytes:
$0

$s5reach5ReachV14ArgumentParser17ParsableArgumentsAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
37
# Num Bitmap Bytes:
$0

$s5reach5ReachV14ArgumentParser17ParsableArgumentsAadEP8validateyyKFTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach5ReachV14ArgumentParser17ParsableArgumentsAadEPxycfCTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
34
# Num Bitmap Bytes:
$0

$s5reach5ReachV4mainyyFZTf4d_n
# Func Hash:
345737795870992489
# Num Counters:
9
# Counter Values:
37
0
0
0
0
0
20
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
4
$s5reach4WaitV14ArgumentParser15ParsableCommandAadEP3runyyKFTW:5
$s5reach5CheckV14ArgumentParser15ParsableCommandAadEP3runyyKFTW:5
$s5reach6StatusV14ArgumentParser15ParsableCommandAadEP3runyyKFTW:5
$s5reach5WatchV14ArgumentParser15ParsableCommandAadEP3runyyKFTW:2

$s5reach5ReachVAC14ArgumentParser15ParsableCommandAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s5reach5ReachVAC14ArgumentParser17ParsableArgumentsAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
37
37
# Num Bitmap Bytes:
$0

$s5reach5ReachVACSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
37
37
# Num Bitmap Bytes:
$0

$s5reach5ReachVSeAASe4fromxs7Decoder_p_tKcfCTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach5WatchV10CodingKeys031_E0A15E8E77BCB37267094F989485F3E0LLOAFs0C3KeyAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
4
2
# Num Bitmap Bytes:
$0

$s5reach5WatchV10CodingKeys031_E0A15E8E77BCB37267094F989485F3E0LLOAFs23CustomStringConvertibleAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
2
2
# Num Bitmap Bytes:
$0

$s5reach5WatchV10CodingKeys031_E0A15E8E77BCB37267094F989485F3E0LLOAFs28CustomDebugStringConvertibleAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
2
2
# Num Bitmap Bytes:
$0

$s5reach5WatchV10CodingKeys031_E0A15E8E77BCB37267094F989485F3E0LLOs0C3KeyAAs23CustomStringConvertiblePWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
2
# Num Bitmap Bytes:
$0

$s5reach5WatchV10CodingKeys031_E0A15E8E77BCB37267094F989485F3E0LLOs0C3KeyAAs28CustomDebugStringConvertiblePWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
2
# Num Bitmap Bytes:
$0

$s5reach5WatchV10CodingKeys031_E0A15E8E77BCB37267094F989485F3E0LLOs0C3KeyAAsAGP11stringValueSSvgTW
# Func Hash:
567185238975230704
# Num Counters:
6
# Counter Values:
36
8
4
4
16
0
# Num Bitmap Bytes:
$0

$s5reach5WatchV13configuration_WZ
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach5WatchV14ArgumentParser15ParsableCommandAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach5WatchV14ArgumentParser15ParsableCommandAadEP12_commandNameSSvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
50
# Num Bitmap Bytes:
$0

$s5reach5WatchV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
121
# Num Bitmap Bytes:
$0

$s5reach5WatchV14ArgumentParser15ParsableCommandAadEP3runyyKFTW
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
2
# Num Bitmap Bytes:
$0

$s5reach5WatchV14ArgumentParser17ParsableArgumentsAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach5WatchV14ArgumentParser17ParsableArgumentsAadEP8validateyyKFTW
# Func Hash:
431494656919539458
# Num Counters:
3
# Counter Values:
2
0
2
# Num Bitmap Bytes:
$0

$s5reach5WatchV14ArgumentParser17ParsableArgumentsAadEPxycfCTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
8
# Num Bitmap Bytes:
$0

$s5reach5WatchV3runyyKF
# Func Hash:
830659416830822042
# Num Counters:
9
# Counter Values:
470
0
0
0
2
2
0
0
0
# Num Bitmap Bytes:
$0

$s5reach5WatchV4fromACs7Decoder_p_tKcfCTf4nd_n
# Func Hash:
1063355335062086027
# Num Counters:
7
# Counter Values:
0
0
0
0
0
0
2
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
1
** External Symbol **:2
0
0
0
0
0

$s5reach5WatchVAC14ArgumentParser15ParsableCommandAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s5reach5WatchVAC14ArgumentParser17ParsableArgumentsAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s5reach5WatchVACSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s5reach5WatchVACycfCTf4d_n
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
8
# Num Bitmap Bytes:
$0

$s5reach5WatchVSeAASe4fromxs7Decoder_p_tKcfCTW
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
2
# Num Bitmap Bytes:
$0

$s5reach5WatchVWOc
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
2
# Num Bitmap Bytes:
$0

$s5reach5WatchVWOh
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
2
# Num Bitmap Bytes:
$0

$s5reach5WatchVwCP
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
38
# Num Bitmap Bytes:
$0

$s5reach5WatchVwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
18
# Num Bitmap Bytes:
$0

$s5reach5WatchVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
28
# Num Bitmap Bytes:
$0

$s5reach6StatusV10CodingKeys33_5907DDC32FA73AEFAEC0EDCF1442575FLLOAFs0C3KeyAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
10
5
# Num Bitmap Bytes:
$0

$s5reach6StatusV10CodingKeys33_5907DDC32FA73AEFAEC0EDCF1442575FLLOAFs23CustomStringConvertibleAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
5
5
# Num Bitmap Bytes:
$0

$s5reach6StatusV10CodingKeys33_5907DDC32FA73AEFAEC0EDCF1442575FLLOAFs28CustomDebugStringConvertibleAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
5
5
# Num Bitmap Bytes:
$0

$s5reach6StatusV10CodingKeys33_5907DDC32FA73AEFAEC0EDCF1442575FLLOs0C3KeyAAs23CustomStringConvertiblePWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s5reach6StatusV10CodingKeys33_5907DDC32FA73AEFAEC0EDCF1442575FLLOs0C3KeyAAs28CustomDebugStringConvertiblePWb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s5reach6StatusV10CodingKeys33_5907DDC32FA73AEFAEC0EDCF1442575FLLOs0C3KeyAAsAGP11stringValueSSvgTW
# Func Hash:
1124680653842163584
# Num Counters:
4
# Counter Values:
70
20
40
0
# Num Bitmap Bytes:
$0

$s5reach6StatusV13configuration_WZ
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach6StatusV14ArgumentParser15ParsableCommandAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach6StatusV14ArgumentParser15ParsableCommandAadEP12_commandNameSSvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
60
# Num Bitmap Bytes:
$0

$s5reach6StatusV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
147
# Num Bitmap Bytes:
$0

$s5reach6StatusV14ArgumentParser15ParsableCommandAadEP3runyyKFTW
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
5
# Num Bitmap Bytes:
$0

$s5reach6StatusV14ArgumentParser17ParsableArgumentsAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach6StatusV14ArgumentParser17ParsableArgumentsAadEP8validateyyKFTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s5reach6StatusV14ArgumentParser17ParsableArgumentsAadEPxycfCTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
20
# Num Bitmap Bytes:
$0

$s5reach6StatusV3runyyKF
# Func Hash:
301351146908971428
# Num Counters:
14
# Counter Values:
5
0
0
0
0
0
0
0
0
5
0
0
0
0
# Num Bitmap Bytes:
$0

$s5reach6StatusV4fromACs7Decoder_p_tKcfCTf4nd_n
# Func Hash:
1095641701165983749
# Num Counters:
5
# Counter Values:
0
0
0
0
5
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
4
1
** External Symbol **:5
0
0
0

$s5reach6StatusVAC14ArgumentParser15ParsableCommandAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s5reach6StatusVAC14ArgumentParser17ParsableArgumentsAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s5reach6StatusVACSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s5reach6StatusVSeAASe4fromxs7Decoder_p_tKcfCTW
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
5
# Num Bitmap Bytes:
$0

$s5reach6StatusVWOc
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s5reach6StatusVWOh
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s5reach6StatusVwCP
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
95
# Num Bitmap Bytes:
$0

$s5reach6StatusVwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
45
# Num Bitmap Bytes:
$0

$s5reach6StatusVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
70
# Num Bitmap Bytes:
$0

$s5reach7ExplainV13configuration_WZ
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach7ExplainV14ArgumentParser15ParsableCommandAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach7ExplainV14ArgumentParser15ParsableCommandAadEP12_commandNameSSvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
26
# Num Bitmap Bytes:
$0

$s5reach7ExplainV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
69
# Num Bitmap Bytes:
$0

$s5reach7ExplainV14ArgumentParser17ParsableArgumentsAAWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$s5reach7ExplainVAC14ArgumentParser15ParsableCommandAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s5reach7ExplainVAC14ArgumentParser17ParsableArgumentsAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s5reach7ExplainVACSeAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$s5reach8TypeListV14ArgumentParser013ExpressibleByD0AadEP15allValueStringsSaySSGvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
80
# Num Bitmap Bytes:
$0

$s5reach8TypeListV14ArgumentParser013ExpressibleByD0AadEP20allValueDescriptionsSDyS2SGvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
80
# Num Bitmap Bytes:
$0

$s5reach8TypeListV14ArgumentParser013ExpressibleByD0AadEP21defaultCompletionKindAD0iJ0VvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
80
# Num Bitmap Bytes:
$0

$s5reach8TypeListVMa
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
80
# Num Bitmap Bytes:
$0

$s5reach8TypeListVSgMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
10
10
10
# Num Bitmap Bytes:
$0

$s5reach8Watching031_E0A15E8E77BCB37267094F989485F3C0LLV4nextSbyKF
# Func Hash:
386225739683561464
# Num Counters:
32
# Counter Values:
0
0
2
470
2
468
2
2
0
0
468
468
0
0
0
0
0
2
0
0
0
0
0
0
0
0
468
0
0
0
0
468
# Num Bitmap Bytes:
$0

$s5reach8Watching031_E0A15E8E77BCB37267094F989485F3C0LLV4nextSbyKFy12Reachability12PathFollowerVzXEfU3_
# Func Hash:
141929911783089176
# Num Counters:
12
# Counter Values:
411
411
411
411
0
0
340
340
0
0
71
0
# Num Bitmap Bytes:
$0

$s5reach8Watching031_E0A15E8E77BCB37267094F989485F3C0LLVWOh
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
2
# Num Bitmap Bytes:
$0

$s5reach8Watching031_E0A15E8E77BCB37267094F989485F3C0LLVwxx
# Func Hash:
444246272891937062
# Num Counters:
4
# Counter Values:
2
2
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
1
$s11LinuxSystem10ByteBufferVwxx:2

$s5reach9ConditionV7verdict2onAA7VerdictV12Reachability11NetworkPathVSg_tF
# Func Hash:
1055735127728899722
# Num Counters:
9
# Counter Values:
0
0
0
0
10
0
0
0
0
# Num Bitmap Bytes:
$0

$s5reach9ConditionV8question_9addresses12Reachability12PathQuestionVAH_SaySSGtF
# Func Hash:
135188635984962156
# Num Counters:
7
# Counter Values:
0
0
0
0
10
0
0
# Num Bitmap Bytes:
$0

$s5reach9ConditionVWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s5reach9ConditionVwxx:5

$s5reach9ConditionVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s5reach9TextStyleO5apply_2toSSAC4RoleOSg_SStF
# Func Hash:
783548774216625371
# Num Counters:
10
# Counter Values:
0
5
5
0
0
0
0
0
0
5
# Num Bitmap Bytes:
$0

$s5reach9TextTableV4CellVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
120
# Num Bitmap Bytes:
$0

$s5reach9TextTableV4textySSAA0B5StyleOF
# Func Hash:
861549537672475814
# Num Counters:
26
# Counter Values:
65
25
35
65
0
55
0
0
0
0
0
10
0
0
0
0
0
0
0
0
0
0
0
0
0
10
# Num Bitmap Bytes:
$0

$s5reach9TextTableV6widths33_DD1F5BBC21B3EE08F30D136358986A09LLSaySiGvgTf4x_n
# Func Hash:
590577828202624933
# Num Counters:
36
# Counter Values:
0
370
0
0
0
30
35
0
0
10
25
10
10
0
0
0
0
0
0
0
0
0
0
0
0
0
10
0
0
370
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s5reach9TimestampV4date33_B8B582EC77F4B535140300074832AE60LL13daysSince1970s5Int64V4year_AH5monthAH3daytAH_tFZTf4nd_n
# Func Hash:
679210745183700997
# Num Counters:
4
# Counter Values:
362
0
0
362
# Num Bitmap Bytes:
$0

$s5reach9TimestampV5write2toy11LinuxSystem10ByteBufferVz_tF
# Func Hash:
382993475055910911
# Num Counters:
2
# Counter Values:
362
0
# Num Bitmap Bytes:
$0

$s7Netlink0A6SocketV13dumpAddressesSayAA14AddressMessageVGyAA0A5ErrorVYKF
# Func Hash:
454647808257564466
# Num Counters:
47
# Counter Values:
74
148
74
148
74
0
74
74
0
74
37
0
111
0
0
37
111
0
0
37
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
37
0
0
0
0
0
0
0
74
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

$s7Netlink0A6SocketV4sendys6UInt32VAA7RequestV_AA0A5ErrorV9OperationOtAJYKF
# Func Hash:
871441886198028758
# Num Counters:
5
# Counter Values:
340
0
0
0
0
# Num Bitmap Bytes:
$0

$s7Netlink0A6SocketV6lookUp_2of14waitingForLockAA16RouteLookupBatchV10DifferenceOAH4PartO_AHzSbtAA0A5ErrorVYKF
# Func Hash:
187771964466748258
# Num Counters:
8
# Counter Values:
681
681
718
0
0
0
0
681
# Num Bitmap Bytes:
$0

$s7Netlink0A6SocketV6lookUpyAA11RouteAnswerOAA0E6LookupVAA0A5ErrorVYKF
# Func Hash:
391331301366401764
# Num Counters:
5
# Counter Values:
259
0
259
0
0
# Num Bitmap Bytes:
$0

$s7Netlink0A6SocketV6lookUpyAA11RouteAnswerOAA0E6LookupVAA0A5ErrorVYKFyAA13MessageHeaderV_s7RawSpanVtAJYKXEfU_
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
259
# Num Bitmap Bytes:
$0

$s7Netlink0A6SocketV7receiveyyAA0A5ErrorV9OperationO_SiyAA13MessageHeaderV_s7RawSpanVtAFYKXEtAFYKF013$s7Netlink0A6b37V7receive9answersTo__ys6UInt32V_AA0A5d2V9e6OyAA13fg4V_s7hI30VtAIYKXEtAIYKFyAM_AOtAIYKXEfU_s0P0VAjlFIgygzo_Tf1nncn_n
# Func Hash:
904652541534204343
# Num Counters:
29
# Counter Values:
259
259
259
259
259
259
259
0
0
0
0
0
259
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
.build/profiling/x86_64-unknown-linux-gnu/release/Netlink.build/AddressMessage.swift.o;$s7Netlink0A6SocketV6lookUpyAA11RouteAnswerOAA0E6LookupVAA0A5ErrorVYKFyAA13MessageHeaderV_s7RawSpanVtAJYKXEfU_TA:259
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

$s7Netlink0A6SocketV9dumpLinks5begin_yyyXE_yAA11LinkMessageVnXEtAA0A5ErrorVYKF
# Func Hash:
422995265305765769
# Num Counters:
44
# Counter Values:
286
5222
286
5222
286
0
286
286
249
286
37
0
5185
249
249
0
0
0
37
0
0
0
0
0
0
0
0
0
0
0
0
0
0
37
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
.build/profiling/x86_64-unknown-linux-gnu/release/Reachability.build/Backoff.swift.o;$s12Reachability15NetworkObserverO7observe_10needsRulesAA0B5StateV7Netlink0H6SocketV_SbtKFZyyXEfU_TA:37
1
.build/profiling/x86_64-unknown-linux-gnu/release/Reachability.build/Backoff.swift.o;$s12Reachability15NetworkObserverO7observe_10needsRulesAA0B5StateV7Netlink0H6SocketV_SbtKFZyAH11LinkMessageVnXEfU0_TA:5185
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
256:249

$s7Netlink0A6SocketV9dumpRulesSayAA11RuleMessageVGyAA0A5ErrorVYKF
# Func Hash:
454647807332121981
# Num Counters:
47
# Counter Values:
7
56
7
56
7
0
7
7
7
7
7
0
49
7
7
7
35
0
0
7
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
7
0
0
0
0
0
0
0
21
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
256:7

$s7Netlink0A6SocketVfD
# Func Hash:
391331300192565759
# Num Counters:
6
# Counter Values:
37
37
37
37
37
37
# Num Bitmap Bytes:
$0

$s7Netlink0A6SocketVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
37
# Num Bitmap Bytes:
$0

$s7Netlink0A6SocketVyA2C6FamilyOAA0A5ErrorVYKcfC
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
37
# Num Bitmap Bytes:
$0

$s7Netlink0A6SocketVyA2C6FamilyOAA0A5ErrorVYKcfCTf4nd_n
# Func Hash:
342810749797492713
# Num Counters:
11
# Counter Values:
44
0
0
0
0
0
0
0
7
0
0
# Num Bitmap Bytes:
$0

$s7Netlink10RouteReplyV23__derived_struct_equalsySbAC_ACtFZTf4nnd_n
# Func Hash:
64098200472511326
# Num Counters:
16
# Counter Values:
63
0
0
127
127
127
127
84
43
43
64
0
0
43
43
0
# Num Bitmap Bytes:
$0

$s7Netlink10RouteReplyVWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
821
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s7Netlink10RouteReplyVwcp:821

$s7Netlink10RouteReplyVWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
944
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s7Netlink10RouteReplyVwxx:944

$s7Netlink10RouteReplyVwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
821
# Num Bitmap Bytes:
$0

$s7Netlink10RouteReplyVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
944
# Num Bitmap Bytes:
$0

$s7Netlink10RouteReplyVyAcA13MessageHeaderV_s7RawSpanVtAA13DecodingErrorOYKcfCTf4nnd_nTf4xn_n
# Func Hash:
213430809146330160
# Num Counters:
60
# Counter Values:
0
1654
0
0
154
346
0
346
0
0
346
154
0
346
0
0
154
0
346
0
346
0
0
154
0
0
0
0
346
0
0
0
0
0
346
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
1654
0
0
0
0
# Num Bitmap Bytes:
$0

$s7Netlink11EventSocketV7receive9onForeign_AC7OutcomeOyyXE_ys7RawSpanVAA13DecodingErrorOYKXEtAA0aK0VYKF017$s7Netlink16Routebc12V7receive9onf9_AA0cD0V7g28OyyXE_yAA06KernelC0OXEtAA0A5k7VYKFys7hi5VAA08J10J0OYKXEfU_AA0vB0OIgg_Tf1ncn_nTf4nng_n
# Func Hash:
919902726007179565
# Num Counters:
58
# Counter Values:
201
20
541
20
0
0
468
541
0
541
40
541
541
541
300
201
40
201
468
468
201
260
160
201
201
260
0
468
0
0
40
0
40
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
260
140
140
# Num Bitmap Bytes:
$0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
1
.build/profiling/x86_64-unknown-linux-gnu/release/Reachability.build/Backoff.swift.o;$s12Reachability12NetworkWatchC11takeChanges33_3970E20975DBA11DC433A9C9D0D2A029LL4into__yAA0B5StateVz_AC4NewsVzAA11PathMonitorC10StatisticsVzt7Netlink0T5ErrorVYKFyAO11KernelEventOXEfU0_TA:541
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
256:201

$s7Netlink11EventSocketV_6groups13receiveBuffer_ACs5Int32V_SayAGGAgA0A5ErrorV9OperationOtAJYKcfCTf4nnnnd_n
# Func Hash:
6259138716765576
# Num Counters:
20
# Counter Values:
70
0
0
0
0
0
0
0
0
7
0
7
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s7Netlink11EventSocketVfD
# Func Hash:
391331300192565759
# Num Counters:
6
# Counter Values:
7
7
7
7
7
7
# Num Bitmap Bytes:
$0

$s7Netlink11EventSocketVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0

$s7Netlink11KernelEventOSgWOe
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
541
541
# Num Bitmap Bytes:
$0

$s7Netlink11KernelEventOWOe
# Func Hash:
1124680649989012514
# Num Counters:
4
# Counter Values:
541
40
40
201
# Num Bitmap Bytes:
$0

$s7Netlink11LinkMessageV04readB11Information33_4C2D58081CAF3AFBFCAF4CAC3BC5DD59LLyys7RawSpanVAA13DecodingErrorOYKF
# Func Hash:
456618551352068144
# Num Counters:
13
# Counter Values:
5349
5349
0
0
0
0
0
0
0
0
0
5349
0
# Num Bitmap Bytes:
$0

$s7Netlink11LinkMessageV04readB11Information33_4C2D58081CAF3AFBFCAF4CAC3BC5DD59LLyys7RawSpanVAA13DecodingErrorOYKFys6UInt16V_AGtAIYKXEfU_
# Func Hash:
880139265339138719
# Num Counters:
54
# Counter Values:
0
0
5349
0
0
0
0
0
5349
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s7Netlink11LinkMessageV10attributes33_4C2D58081CAF3AFBFCAF4CAC3BC5DD59LL_WZ
# Func Hash:
391331301018900461
# Num Counters:
7
# Counter Values:
37
0
407
37
0
0
0
# Num Bitmap Bytes:
$0

$s7Netlink11LinkMessageV14readAttributes33_4C2D58081CAF3AFBFCAF4CAC3BC5DD59LLyys7RawSpanVAA13DecodingErrorOYKF
# Func Hash:
764657763784201437
# Num Counters:
14
# Counter Values:
215366
32242
5386
0
0
0
0
0
0
0
0
0
215366
0
# Num Bitmap Bytes:
$0

$s7Netlink11LinkMessageV14readAttributes33_4C2D58081CAF3AFBFCAF4CAC3BC5DD59LLyys7RawSpanVAA13DecodingErrorOYKFys6UInt16V_AGtAIYKXEfU_
# Func Hash:
168863346415803457
# Num Counters:
33
# Counter Values:
0
32242
0
0
5349
0
5386
5386
0
0
0
0
5386
5386
5386
0
0
0
5349
0
0
5386
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
6:5386

$s7Netlink11LinkMessageV23__derived_struct_equalsySbAC_ACtFZTf4nnd_n
# Func Hash:
520151349622424381
# Num Counters:
62
# Counter Values:
0
0
0
541
0
0
541
0
0
541
541
0
341
341
0
0
0
0
0
341
340
0
0
340
0
0
340
42
298
0
0
340
0
298
298
42
340
0
0
340
0
0
340
0
0
0
340
0
0
0
0
340
0
341
341
340
298
0
298
0
0
0
# Num Bitmap Bytes:
$0

$s7Netlink11LinkMessageV8decodingACs7RawSpanV_tAA13DecodingErrorOYKcfCTf4nd_n
# Func Hash:
278041621530323342
# Num Counters:
15
# Counter Values:
0
0
0
5386
5386
5386
0
5386
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s7Netlink11LinkMessageVACSQAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
541
37
# Num Bitmap Bytes:
$0

$s7Netlink11LinkMessageVSQAASQ2eeoiySbx_xtFZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
541
# Num Bitmap Bytes:
$0

$s7Netlink11LinkMessageVWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
1082
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s7Netlink11LinkMessageVwcp:1082

$s7Netlink11LinkMessageVWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
1082
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s7Netlink11LinkMessageVwxx:1082

$s7Netlink11LinkMessageVwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1082
# Num Bitmap Bytes:
$0

$s7Netlink11LinkMessageVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1082
# Num Bitmap Bytes:
$0

$s7Netlink11RouteAnswerO10takeExpirys6UInt32VSgyF
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
259
0
# Num Bitmap Bytes:
$0

$s7Netlink11RouteAnswerOSgMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
37
37
37
# Num Bitmap Bytes:
$0

$s7Netlink11RouteAnswerOSgWOe
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
777
259
# Num Bitmap Bytes:
$0

$s7Netlink11RouteAnswerOSgWOy
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
518
259
# Num Bitmap Bytes:
$0

$s7Netlink11RouteAnswerOSg_ADtMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
259
37
37
# Num Bitmap Bytes:
$0

$s7Netlink11RouteAnswerOSg_ADtWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
259
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:259

$s7Netlink11RouteAnswerOWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
518
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s7Netlink11RouteAnswerOwcp:518

$s7Netlink11RouteAnswerOWOe
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
3631
2119
# Num Bitmap Bytes:
$0

$s7Netlink11RouteAnswerOWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
698
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s7Netlink11RouteAnswerOwxx:698

$s7Netlink11RouteAnswerOWOy
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
3063
2471
# Num Bitmap Bytes:
$0

$s7Netlink11RouteAnswerOwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
518
# Num Bitmap Bytes:
$0

$s7Netlink11RouteAnswerOwet
# Func Hash:
607699200014702880
# Num Counters:
5
# Counter Values:
518
518
0
0
259
# Num Bitmap Bytes:
$0

$s7Netlink11RouteAnswerOwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1475
# Num Bitmap Bytes:
$0

$s7Netlink11RouteAnswerOyAcA13MessageHeaderV_s7RawSpanVtAA0A5ErrorVYKcfCTf4nnd_nTf4xn_n
# Func Hash:
95820318391445068
# Num Counters:
17
# Counter Values:
1298
0
0
0
1298
0
0
346
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s7Netlink11RouteFilterV11destination33_BDF02541E2426F2F290B632122F29120LL5shortSayAA0C11InstructionVGs6UInt32V_tFZTf4nd_n
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
14
# Num Bitmap Bytes:
$0

$s7Netlink11RouteFilterV4head33_BDF02541E2426F2F290B632122F29120LL12lengthOfIPv4SayAA0C11InstructionVGSi_tFZTf4nd_n
# Func Hash:
238984481941143025
# Num Counters:
3
# Counter Values:
7
0
0
# Num Bitmap Bytes:
$0

$s7Netlink11RouteFilterV4ipv433_BDF02541E2426F2F290B632122F29120LLySayAA0C11InstructionVGSays6UInt64VGFZTf4nd_n
# Func Hash:
948827209815289775
# Num Counters:
8
# Counter Values:
21
14
14
7
7
0
0
0
# Num Bitmap Bytes:
$0

$s7Netlink11RouteFilterV4ipv633_BDF02541E2426F2F290B632122F29120LLySayAA0C11InstructionVGSays6UInt64VGFZTf4nd_n
# Func Hash:
596847750896070025
# Num Counters:
16
# Counter Values:
7
0
7
0
0
0
7
7
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s7Netlink11RouteFilterV6isOpenSbvg
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0

$s7Netlink11RouteFilterV8watchingACx_tcSlRzAA12AddressBytesV7ElementRtzlufC
# Func Hash:
995843729730877245
# Num Counters:
8
# Counter Values:
14
0
7
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:7
1
** External Symbol **:7
1
** External Symbol **:7

$s7Netlink11RouteFilterV8watchingACx_tcSlRzAA12AddressBytesV7ElementRtzlufcSbAFXEfU0_
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
28
# Num Bitmap Bytes:
$0

$s7Netlink11RouteFilterV8watchingACx_tcSlRzAA12AddressBytesV7ElementRtzlufcSbAFXEfU_
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
28
# Num Bitmap Bytes:
$0

$s7Netlink11RouteLookupV11destination9interface12matchesEntry4mark6sourceAcA12AddressBytesV_s6UInt32VSgSbAmJSgtcfC
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1076
# Num Bitmap Bytes:
$0

$s7Netlink11RouteLookupV11destination9interface12matchesEntry4mark6sourceAcA12AddressBytesV_s6UInt32VSgSbAmJSgtcfcfA1_
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1076
# Num Bitmap Bytes:
$0

$s7Netlink11RouteLookupV23__derived_struct_equalsySbAC_ACtFZTf4nnd_n
# Func Hash:
581449316659618377
# Num Counters:
19
# Counter Values:
0
37
0
0
1737
1658
1468
0
1431
0
0
1431
0
0
1658
0
0
0
0
# Num Bitmap Bytes:
$0

$s7Netlink11RuleMessageV23__derived_struct_equalsySbAC_ACtFZTf4nnd_n
# Func Hash:
134732432720417413
# Num Counters:
4
# Counter Values:
140
140
20
20
# Num Bitmap Bytes:
$0

$s7Netlink11RuleMessageV8decodingACSgs7RawSpanV_tAA13DecodingErrorOYKcfCTf4nd_n
# Func Hash:
1005841120614843909
# Num Counters:
31
# Counter Values:
0
0
326
0
89
89
0
75
61
89
14
75
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
326
0
# Num Bitmap Bytes:
$0

$s7Netlink11RuleMessageVACSQAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
40
1
# Num Bitmap Bytes:
$0

$s7Netlink11RuleMessageVSQAASQ2eeoiySbx_xtFZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
140
# Num Bitmap Bytes:
$0

$s7Netlink12AddressBytesV6FamilyOAESQAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
418
37
# Num Bitmap Bytes:
$0

$s7Netlink12AddressBytesV6FamilyOSQAASQ2eeoiySbx_xtFZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
418
# Num Bitmap Bytes:
$0

$s7Netlink12AddressBytesV6family4high3lowA2C6FamilyO_s6UInt64VAJtcfC
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1104
# Num Bitmap Bytes:
$0

$s7Netlink12AddressBytesVwet
# Func Hash:
607699200014702880
# Num Counters:
5
# Counter Values:
70
70
0
0
56
# Num Bitmap Bytes:
$0

$s7Netlink12AddressBytesVwst
# Func Hash:
567185240178928211
# Num Counters:
5
# Counter Values:
70
0
14
0
0
# Num Bitmap Bytes:
$0

$s7Netlink12RouteRepliesV4hold33_A2CF9C3F5EAB054373104E23117671BFLL_4fromSbs7RawSpanV_SitF
# Func Hash:
605141908414015998
# Num Counters:
15
# Counter Values:
0
3550
3550
0
3550
2904
2904
0
0
0
0
0
0
0
3550
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
2
33:1482
65:1422

$s7Netlink12RouteRepliesV4keep_2atys7RawSpanV_SitF
# Func Hash:
884875057692429088
# Num Counters:
13
# Counter Values:
0
124
124
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
2
33:81
65:43

$s7Netlink12RouteRepliesV6forget2atySi_tF
# Func Hash:
650973720463779280
# Num Counters:
8
# Counter Values:
1261
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s7Netlink13MessageHeaderV8decodingACs7RawSpanV_tAA13DecodingErrorOYKcfCTf4nd_n
# Func Hash:
536873292330776718
# Num Counters:
3
# Counter Values:
0
5626
0
# Num Bitmap Bytes:
$0

$s7Netlink13ReceiveBufferV7receive_4fromAC7OutcomeOSi_s5Int32VtF
# Func Hash:
93478048437252794
# Num Counters:
7
# Counter Values:
5077
0
1775
1775
0
0
0
# Num Bitmap Bytes:
$0

$s7Netlink13ReceiveBufferV8capacityACSi_tcfCTf4nd_n
# Func Hash:
599005162975802579
# Num Counters:
10
# Counter Values:
681
681
51
732
51
51
0
0
0
0
# Num Bitmap Bytes:
$0

$s7Netlink13RouteRequestsV4send_4from4overySnySiG_s6UInt32VAA0A6SocketVtAA0A5ErrorVYKF
# Func Hash:
135188634201437522
# Num Counters:
7
# Counter Values:
681
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s7Netlink13RouteRequestsV6number33_33D20099B7A1540AAC729A7B50A31E0FLL_4fromySnySiG_s6UInt32VtF
# Func Hash:
5832818883424169
# Num Counters:
10
# Counter Values:
4354
0
0
681
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s7Netlink13RouteRequestsVACycfCTf4d_n
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
37
0
# Num Bitmap Bytes:
$0

$s7Netlink13RouteRequestsVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
259
# Num Bitmap Bytes:
$0

$s7Netlink14AddressMessageV8decodingACSgs7RawSpanV_tAA13DecodingErrorOYKcfCTf4nd_n
# Func Hash:
394822174685595601
# Num Counters:
48
# Counter Values:
0
0
0
151
151
718
151
151
151
114
114
37
114
0
114
37
0
151
37
0
151
37
151
0
0
0
0
151
0
0
0
0
0
0
0
0
0
0
0
0
0
0
718
0
151
151
151
151
# Num Bitmap Bytes:
$0

$s7Netlink14WirelessSocketV5groupys5Int32VSgSS_AA0aC0VtAA0A5ErrorVYKFZTf4nnd_n
# Func Hash:
62306918516151376
# Num Counters:
5
# Counter Values:
7
0
0
0
0
# Num Bitmap Bytes:
$0

$s7Netlink15AcknowledgementV5errnoys5Int32VAA13MessageHeaderV_s7RawSpanVtFZTf4nnd_nTf4xn_n
# Func Hash:
917515342180491789
# Num Counters:
7
# Counter Values:
1379
1379
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s7Netlink15AcknowledgementVyAcA13MessageHeaderV_s7RawSpanVtcfCTf4nnd_nTf4xn_n
# Func Hash:
724568857878821825
# Num Counters:
23
# Counter Values:
0
0
0
81
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s7Netlink16RouteEventSocketV10descriptors5Int32Vvg
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1890
# Num Bitmap Bytes:
$0

$s7Netlink16RouteEventSocketV13receiveBufferACs5Int32V_tAA0A5ErrorVYKcfC
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
7
# Num Bitmap Bytes:
$0

$s7Netlink16RouteEventSocketV6attachyyAA0B6FilterVAA0A5ErrorVYKF
# Func Hash:
238984481558059729
# Num Counters:
3
# Counter Values:
7
0
0
# Num Bitmap Bytes:
$0

$s7Netlink16RouteEventSocketV7receive9onForeign_AA0cD0V7OutcomeOyyXE_yAA06KernelC0OXEtAA0A5ErrorVYKF
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
0
468
# Num Bitmap Bytes:
$0

$s7Netlink16RouteLookupBatchV11beginAsking33_8E7602E993FAAAE932B92799101C1609LLySiAC4PartOF
# Func Hash:
391331302150222233
# Num Counters:
7
# Counter Values:
718
0
140
120
0
0
0
# Num Bitmap Bytes:
$0

$s7Netlink16RouteLookupBatchV3ask33_8E7602E993FAAAE932B92799101C1609LL_2of_AC10DifferenceOSnySiG_AC4PartOAA0A6SocketVtAA0A5ErrorVYKF
# Func Hash:
101745859485573937
# Num Counters:
56
# Counter Values:
0
4354
4354
4354
4354
4354
4147
4354
4354
0
0
681
324
0
0
421
120
140
0
280
0
0
0
140
140
0
681
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
4354
1080
140
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

$s7Netlink16RouteLookupBatchV4take__2atSbAA13MessageHeaderV_s7RawSpanVSitAA0A5ErrorVYKF
# Func Hash:
24472927083157224
# Num Counters:
71
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
2886
0
664
126
540
0
124
1261
60
124
1261
3
480
0
0
0
0
781
0
0
0
0
414
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
781
0
0
0
0
0
414
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s7Netlink16RouteLookupBatchV4turn33_8E7602E993FAAAE932B92799101C1609LL2atySi_tF
# Func Hash:
981446175365652431
# Num Counters:
13
# Counter Values:
1080
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s7Netlink16RouteLookupBatchV6appendyyAA0bC0V_AA0B6AnswerOtF
# Func Hash:
653247342921104830
# Num Counters:
12
# Counter Values:
259
37
37
37
37
37
111
111
111
0
67
56
# Num Bitmap Bytes:
$0

$s7Netlink16RouteLookupBatchV7prepareyyF
# Func Hash:
657638528470160850
# Num Counters:
33
# Counter Values:
147
147
84
105
42
42
147
0
21
49
28
42
49
7
718
0
7
0
0
0
42
42
0
0
0
0
0
0
14
0
0
0
21
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
1
33:147
1
33:147

$s7Netlink16RouteLookupBatchV8position2of8expectedSiSgAA0bC0V_SitF
# Func Hash:
536873291220455572
# Num Counters:
4
# Counter Values:
1774
343
1737
0
# Num Bitmap Bytes:
$0

$s7Netlink16RouteLookupBatchVACycfC
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
37
# Num Bitmap Bytes:
$0

$s7Netlink16RouteLookupBatchVACycfCTf4d_n
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
37
# Num Bitmap Bytes:
$0

$s7Netlink17WirelessInterfaceVSgWOe
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
25
0
# Num Bitmap Bytes:
$0

$s7Netlink17WirelessInterfaceVSgWOy
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
25
0
# Num Bitmap Bytes:
$0

$s7Netlink19WirelessEventSocketV4open13receiveBufferACSgs5Int32V_tAA0A5ErrorVYKFZ
# Func Hash:
1029007428592136189
# Num Counters:
32
# Counter Values:
0
0
0
0
0
0
0
7
7
7
7
7
7
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$s7Netlink19WirelessEventSocketVSgMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
7
7
7
# Num Bitmap Bytes:
$0

$s7Netlink19WirelessEventSocketVSgWOe
# Func Hash:
212526876123949159
# Num Counters:
2
# Counter Values:
7
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

$s7Netlink19WirelessEventSocketVSgWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:7

$s7Netlink19WirelessEventSocketVwet
# Func Hash:
1124680652780708807
# Num Counters:
4
# Counter Values:
7
7
0
0
# Num Bitmap Bytes:
$0

$s7Netlink7RequestV5bytesSays5UInt8VGvg
# Func Hash:
238984484656208796
# Num Counters:
3
# Counter Values:
37
37
0
# Num Bitmap Bytes:
$0

$s7Netlink7RequestV6appendyys6UInt16V_AA12AddressBytesVtF
# Func Hash:
798733565333678626
# Num Counters:
4
# Counter Values:
264
44
0
0
# Num Bitmap Bytes:
$0

$s7Netlink7RequestV7forLock33_33D20099B7A1540AAC729A7B50A31E0FLLACyFZTf4d_n
# Func Hash:
536873293081344958
# Num Counters:
4
# Counter Values:
37
0
0
0
# Num Bitmap Bytes:
$0

$s7Netlink7RequestVyAcA11RouteLookupVcfCTf4nd_n
# Func Hash:
966527948308688152
# Num Counters:
15
# Counter Values:
0
308
0
132
0
0
0
0
0
0
0
0
264
264
0
# Num Bitmap Bytes:
$0

$s7Netlink9LinkFlagsV2upACvau
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
19392
# Num Bitmap Bytes:
$0

$s7Netlink9LinkFlagsV3hasySbACF
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
18018
# Num Bitmap Bytes:
$0

$s7Netlink9LinkFlagsV6hasAllySbAC_ACtF
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1703
# Num Bitmap Bytes:
$0

$s7Netlink9LinkFlagsV7dormantACvau
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
131
# Num Bitmap Bytes:
$0

$s7Netlink9LinkFlagsV7lowerUpACvau
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1703
# Num Bitmap Bytes:
$0

$s7Netlink9LinkFlagsV7runningACvau
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
131
# Num Bitmap Bytes:
$0

$s7Netlink9LinkFlagsVACSQAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
402
1
# Num Bitmap Bytes:
$0

$s7Netlink9LinkFlagsVSQAASQ2eeoiySbx_xtFZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
402
# Num Bitmap Bytes:
$0

$s9SystemBus0B0V7connect2toACSS_tAA0aB5ErrorVYKFZTf4nd_n
# Func Hash:
400359070637565220
# Num Counters:
18
# Counter Values:
10
0
10
0
10
0
5
10
0
10
5
0
0
5
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
7
1
** External Symbol **:10
1
** External Symbol **:10
1
** External Symbol **:10
0
1
** External Symbol **:10
0
1
** External Symbol **:5

$s9SystemBus0B0VfD
# Func Hash:
212526878935420674
# Num Counters:
2
# Counter Values:
5
5
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:5

$s9SystemBus0B7MessageV5check33_BE6C3FA7DFE775FFC3C0E38494AF99A6LLyys5Int32V_SJtAA0aB5ErrorVYKFTf4nnd_n
# Func Hash:
798733567631760683
# Num Counters:
4
# Counter Values:
2755
0
0
0
# Num Bitmap Bytes:
$0

$s9SystemBus0B7MessageV6enters33_BE6C3FA7DFE775FFC3C0E38494AF99A6LLySbSJ_SStAA0aB5ErrorVYKF
# Func Hash:
978081348495897546
# Num Counters:
18
# Counter Values:
925
5
0
0
5
0
900
0
900
0
5
900
0
0
0
0
900
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:925
1
** External Symbol **:900
1
** External Symbol **:900

$s9SystemBus0aB5ErrorV11descriptionSSvg
# Func Hash:
784007058953177093
# Num Counters:
2
# Counter Values:
5
0
# Num Bitmap Bytes:
$0

$s9SystemBus0aB5ErrorVACs0C0AAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
5
5
# Num Bitmap Bytes:
$0

$s9SystemBus20NetworkManagerClientV10takeAnswer33_B6222E1989CD7F566C91078F621BC420LL_2toyAA0B7MessageV_AC4CallAELLVtAA0aB5ErrorVYKF
# Func Hash:
313964755368805027
# Num Counters:
63
# Counter Values:
25
0
0
0
0
5
0
25
0
25
0
25
5
0
0
5
0
0
5
5
0
0
0
0
0
5
0
0
5
0
5
0
0
5
0
0
0
0
0
0
5
0
0
0
0
0
0
0
15
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
18
1
** External Symbol **:25
1
** External Symbol **:5
1
** External Symbol **:5
1
** External Symbol **:5
1
** External Symbol **:30
1
** External Symbol **:25
1
** External Symbol **:25
1
** External Symbol **:25
0
1
** External Symbol **:25
0
0
0
1
** External Symbol **:25
1
** External Symbol **:25
0
1
** External Symbol **:25
1
** External Symbol **:5

$s9SystemBus20NetworkManagerClientV14takeProperties33_B6222E1989CD7F566C91078F621BC420LL_4pathyAA0B7MessageV_SStAA0aB5ErrorVYKF
# Func Hash:
721196470052409749
# Num Counters:
21
# Counter Values:
800
0
20
0
0
25
0
0
0
0
0
0
25
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:25
1
** External Symbol **:25
1
** External Symbol **:800

$s9SystemBus20NetworkManagerClientV14takeProperties33_B6222E1989CD7F566C91078F621BC420LL_4pathyAA0B7MessageV_SStAA0aB5ErrorVYKFyyAJYKXEfU_
# Func Hash:
1053996752147864693
# Num Counters:
49
# Counter Values:
0
0
800
0
0
800
0
25
0
0
0
25
0
0
0
25
0
25
0
0
700
5
0
0
0
0
0
25
0
0
0
25
0
0
0
0
0
0
0
0
0
0
0
0
0
50
25
25
25
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
5
1
** External Symbol **:800
1
** External Symbol **:25
1
** External Symbol **:25
0
1
** External Symbol **:700

$s9SystemBus20NetworkManagerClientV3ask33_B6222E1989CD7F566C91078F621BC420LLyyAA0aB5ErrorVYKF
# Func Hash:
240938970374663425
# Num Counters:
17
# Counter Values:
5
0
5
0
5
5
0
5
0
0
5
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
8
1
** External Symbol **:5
1
** External Symbol **:5
0
1
** External Symbol **:5
0
1
** External Symbol **:5
1
** External Symbol **:5
0

$s9SystemBus20NetworkManagerClientV4open7address7followsACSS_SbtAA0aB5ErrorVYKFZ
# Func Hash:
52166952636327163
# Num Counters:
7
# Counter Values:
5
0
0
0
5
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

$s9SystemBus20NetworkManagerClientV4takeyyAA0aB5ErrorVYKF
# Func Hash:
652424054317986151
# Num Counters:
31
# Counter Values:
0
0
15
5
0
0
21
30
5
5
0
30
5
0
5
0
0
5
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
9
1
** External Symbol **:71
1
** External Symbol **:35
1
** External Symbol **:5
1
** External Symbol **:5
0
1
** External Symbol **:35
0
0
0

$s9SystemBus20NetworkManagerClientV7devicesSDySSAA0cD6DeviceVGvg
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
21
# Num Bitmap Bytes:
$0

$s9SystemBus20NetworkManagerClientV8ProgressOAESQAAWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
5
5
# Num Bitmap Bytes:
$0

$s9SystemBus20NetworkManagerClientV8ProgressOSQAASQ2eeoiySbx_xtFZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
47
# Num Bitmap Bytes:
$0

$s9SystemBus20NetworkManagerClientV8interest05LinuxA09ReadinessV8InterestVvg
# Func Hash:
702816534756937283
# Num Counters:
7
# Counter Values:
21
21
21
5
5
0
21
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
1
** External Symbol **:21
1
** External Symbol **:21

$s9SystemBus20NetworkManagerClientV8readText33_B6222E1989CD7F566C91078F621BC420LLySSSgAA0B7MessageVAA0aB5ErrorVYKFTf4nd_n
# Func Hash:
1048270793932275354
# Num Counters:
19
# Counter Values:
0
75
0
0
75
0
0
0
0
75
75
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
** External Symbol **:75
1
** External Symbol **:75
0

$s9SystemBus20NetworkManagerClientVSgMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
10
10
10
# Num Bitmap Bytes:
$0

$s9SystemBus20NetworkManagerClientVSgWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
10
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:10

$s9SystemBus20NetworkManagerClientVwet
# Func Hash:
607699200014702880
# Num Counters:
5
# Counter Values:
10
10
0
0
0
# Num Bitmap Bytes:
$0

$s9SystemBus20NetworkManagerClientVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$s9SystemBus20NetworkManagerDeviceVWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
25
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s9SystemBus20NetworkManagerDeviceVwcp:25

$s9SystemBus20NetworkManagerDeviceVwcp
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
25
# Num Bitmap Bytes:
$0

$s9SystemBus20NetworkManagerDeviceVwxx
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
61
# Num Bitmap Bytes:
$0

$s9SystemBus21NetworkManagerDevicesV11byInterfaceSDySSAA0cD6DeviceVGvg
# Func Hash:
578646911549905647
# Num Counters:
31
# Counter Values:
0
0
36
36
0
36
15
0
21
0
0
15
0
0
0
0
9
0
0
0
0
0
0
0
0
0
0
21
0
21
0
# Num Bitmap Bytes:
$0

$sS2iSzsWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
17
17
# Num Bitmap Bytes:
$0

$sSD16compactMapValuesySDyxqd__Gqd__Sgq_KXEKlFSS_9SystemBus20NetworkManagerDeviceV12Reachability0fG4WordVTg5
# Func Hash:
185839358994168879
# Num Counters:
15
# Counter Values:
0
4
0
12
24
21
0
4
0
0
0
21
4
4
4
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s12Reachability18NetworkManagerLinkV6update33_2408A082FC11D85B9E46B47A0093EB32LLyyFAA0bC4WordVSg9SystemBus0bC6DeviceVYbcfu_:36

$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfC14ArgumentParser4NameO_SiTt0g5Tf4g_n
# Func Hash:
391331300515330044
# Num Counters:
6
# Counter Values:
0
1170
0
0
0
0
# Num Bitmap Bytes:
$0

$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfC14ArgumentParser4TreeCyAC15ParsableCommand_pXpG_AGTt0g5Tf4g_n
# Func Hash:
974670607003767707
# Num Counters:
6
# Counter Values:
0
102
0
0
0
0
# Num Bitmap Bytes:
$0

$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfC14ArgumentParser8InputKeyV_AC12ParsedValuesV7ElementVTt0g5Tf4g_n
# Func Hash:
391331300515330044
# Num Counters:
6
# Counter Values:
0
68
0
0
0
0
# Num Bitmap Bytes:
$0

$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfCSS_12Reachability18NetworkManagerWordVTt0g5Tf4g_n
# Func Hash:
391331300515330044
# Num Counters:
6
# Counter Values:
0
123
0
0
0
0
# Num Bitmap Bytes:
$0

$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfCSS_9SystemBus20NetworkManagerDeviceVTt0g5Tf4g_n
# Func Hash:
391331300515330044
# Num Counters:
6
# Counter Values:
0
31
0
0
0
0
# Num Bitmap Bytes:
$0

$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfCSS_SSTt0g5Tf4g_n
# Func Hash:
391331300515330044
# Num Counters:
6
# Counter Values:
0
394
0
0
0
0
# Num Bitmap Bytes:
$0

$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfCSS_Shys6UInt32VGTt0g5Tf4g_n
# Func Hash:
391331300515330044
# Num Counters:
6
# Counter Values:
0
81
0
0
0
0
# Num Bitmap Bytes:
$0

$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfCSS_s6UInt32VTt0g5Tf4g_n
# Func Hash:
391331300515330044
# Num Counters:
6
# Counter Values:
0
5
0
0
0
0
# Num Bitmap Bytes:
$0

$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfCSi_SiTt0g5Tf4g_n
# Func Hash:
694937217302716606
# Num Counters:
6
# Counter Values:
0
2
0
0
0
0
# Num Bitmap Bytes:
$0

$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfCSs_s5Int64VTt0g5Tf4g_n
# Func Hash:
391331300515330044
# Num Counters:
6
# Counter Values:
42
7
7
7
0
0
# Num Bitmap Bytes:
$0

$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfCs17CodingUserInfoKeyV_ypTt0g5Tf4g_n
# Func Hash:
971686718693783548
# Num Counters:
6
# Counter Values:
0
68
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfCs5Int32V_ShySSGSgTt0g5Tf4g_n
# Func Hash:
974670607003767707
# Num Counters:
6
# Counter Values:
0
42
0
0
0
0
# Num Bitmap Bytes:
$0

$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfCs6UInt32V_12Reachability13SortedIndexesVTt0g5Tf4g_n
# Func Hash:
974670607003767707
# Num Counters:
6
# Counter Values:
0
81
0
0
0
0
# Num Bitmap Bytes:
$0

$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfCs6UInt32V_12Reachability7MeteredVTt0g5Tf4g_n
# Func Hash:
974670607003767707
# Num Counters:
6
# Counter Values:
0
518
0
0
0
0
# Num Bitmap Bytes:
$0

$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfCs6UInt32V_ShyADGTt0g5Tf4g_n
# Func Hash:
974670607003767707
# Num Counters:
6
# Counter Values:
0
81
0
0
0
0
# Num Bitmap Bytes:
$0

$sSDyS2SGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
68
17
17
# Num Bitmap Bytes:
$0

$sSDySS12Reachability18NetworkManagerWordVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
5
5
5
# Num Bitmap Bytes:
$0

$sSDySS12Reachability18NetworkManagerWordVGWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:5

$sSDyq_Sgxcis14ArgumentParser8InputKeyV_AB12ParsedValuesV7ElementVTg5
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
249
0
# Num Bitmap Bytes:
$0

$sSK14ArgumentParserAA15ParsableCommand_pXp7ElementRtzrlE12getHelpNames10visibilitySayAA4NameOGAA0A10VisibilityV_tFSayAaB_pXpG_Tg5
# Func Hash:
1040022893262742296
# Num Counters:
5
# Counter Values:
102
68
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
6
$s14ArgumentParser19GenerateCompletionsVAA15ParsableCommandA2aDP13configurationAA0F13ConfigurationVvgZTW:34
$s5reach5ReachV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:34
$s5reach6StatusV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:10
$s5reach4WaitV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:10
$s5reach5CheckV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:10
$s5reach5WatchV14ArgumentParser15ParsableCommandAadEP13configurationAD0F13ConfigurationVvgZTW:4
0

$sSKsSQ7ElementRpzrlE9lastIndex2of0C0QzSgAB_tFSS_Tg5
# Func Hash:
30393574959585884
# Num Counters:
8
# Counter Values:
0
1106
133
133
98
133
133
133
# Num Bitmap Bytes:
$0

$sSMsSKRzrlE14_insertionSort6within9sortedEnd2byySny5IndexSlQzG_AFSb7ElementSTQz_AItKXEtKFSry12Reachability10LiveRoutesV5EntryVG_Tg5018$s12Reachability10jk51V4sort33_FF9D14A9C67463B3E85CA2A8D436C926LLyyFSbAC5L10V_AGtXEfU_Tf1nncn_n
# Func Hash:
1117982120850306491
# Num Counters:
20
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
194
0
0
0
0
# Num Bitmap Bytes:
$0

$sSMsSKRzrlE14_insertionSort6within9sortedEnd2byySny5IndexSlQzG_AFSb7ElementSTQz_AItKXEtKFSry12Reachability16InterfaceAddressVG_Tg506$sSa12i4AA16jK40VRszlE6dumpedSayACGAE_tcfcSbAC_ACtXEfU1_Tf1nncn_n
# Func Hash:
1042354057072151771
# Num Counters:
23
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
37
0
0
0
0
# Num Bitmap Bytes:
$0

$sSMsSKRzrlE14_insertionSort6within9sortedEnd2byySny5IndexSlQzG_AFSb7ElementSTQz_AItKXEtKFSry14ArgumentParser4NameOG_Tg504$s14i8Parser17K124SpecificationV17generateHelpNames33_C29415A1A74CFB17C1B793C97A54C63ALL10visibilitySayAA0C0OGAA0A10VisibilityV_tFSbAH_AHtcfu_Tf1nncn_n
# Func Hash:
776814507629058252
# Num Counters:
14
# Counter Values:
0
34
34
0
0
0
34
0
68
34
0
0
0
0
# Num Bitmap Bytes:
$0

$sSMsSKRzrlE7reverseyyFSw_Tg5
# Func Hash:
391331303607676201
# Num Counters:
7
# Counter Values:
10516
15668
15668
11050
11050
0
0
# Num Bitmap Bytes:
$0

$sSS11LinuxSystemE8lastPart33_3C4CD78B6A95DA9826056B32BA99E56DLLSSvg
# Func Hash:
146835647075900052
# Num Counters:
2
# Counter Values:
105
0
# Num Bitmap Bytes:
$0

$sSS14ArgumentParser013ExpressibleByA0A2aBP15allValueStringsSaySSGvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
168
# Num Bitmap Bytes:
$0

$sSS14ArgumentParser013ExpressibleByA0A2aBP20allValueDescriptionsSDyS2SGvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
182
# Num Bitmap Bytes:
$0

$sSS14ArgumentParser013ExpressibleByA0A2aBP21defaultCompletionKindAA0fG0VvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
100
# Num Bitmap Bytes:
$0

$sSS14ArgumentParser013ExpressibleByA0A2aBP23defaultValueDescriptionSSvgTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
328
# Num Bitmap Bytes:
$0

$sSS5reachE12displayWidthSivg
# Func Hash:
750157691854897826
# Num Counters:
14
# Counter Values:
0
0
0
65
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$sSS5reachE7escapedSSvg
# Func Hash:
35910903321720510
# Num Counters:
25
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
102
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
0
0
0

$sSSSg5label_yp5valuetMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
3000
17
17
# Num Bitmap Bytes:
$0

$sSSSg5label_yp5valuetWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
2000
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:2000

$sSSSg5label_yp5valuetWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
1000
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:1000

$sSSSgMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
174
37
37
# Num Bitmap Bytes:
$0

$sSSSgWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:17

$sSSSgWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
86
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:86

$sSSWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
803
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:803

$sSSWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
136
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:136

$sST14ArgumentParserSH7ElementRpzrlE8uniquingSayACGyFSayAA17NameSpecificationVABVG_Tg5
# Func Hash:
974670605017250496
# Num Counters:
6
# Counter Values:
1208
0
1140
1140
0
68
# Num Bitmap Bytes:
$0

$sSTsE10allSatisfyyS2b7ElementQzKXEKFSS8UTF8ViewV_Tg544$sSS5reachE12displayWidthSivgSbs5UInt8VXEfU_Tf1cn_n
# Func Hash:
456618553053687054
# Num Counters:
13
# Counter Values:
0
370
0
0
65
0
0
0
0
0
0
0
370
# Num Bitmap Bytes:
$0

$sSTsE21_copySequenceContents12initializing8IteratorQz_SitSry7ElementQzG_tFShys6UInt32VG_Tg5
# Func Hash:
567991001303971897
# Num Counters:
11
# Counter Values:
0
0
0
0
0
0
320
0
0
0
320
# Num Bitmap Bytes:
$0

$sSTsE21_copySequenceContents12initializing8IteratorQz_SitSry7ElementQzG_tFShys6UInt64VG_Tg5
# Func Hash:
567991001303971897
# Num Counters:
11
# Counter Values:
0
28
14
0
0
0
14
0
0
0
14
# Num Bitmap Bytes:
$0

$sSTsE6filterySay7ElementQzGSbACKXEKFs15FlattenSequenceVySay14ArgumentParser0E3SetVGG_Tg504$s14e9Parser0A3g85V_10visibility6parentAcA17ParsableArguments_pXp_AA0A10VisibilityVAA8InputKeyVSgtcfcSbqR17DefinitionVXEfU0_AG0eS0VTf1cn_n
# Func Hash:
3603320556182630
# Num Counters:
15
# Counter Values:
1000
2496
306
0
1496
0
0
0
1496
272
0
0
460
0
0
# Num Bitmap Bytes:
$0

$sSTsE6sorted2bySay7ElementQzGSbAD_ADtKXE_tKFSay12Reachability16InterfaceAddressVG_Tg506$sSa12d4AA16eF40VRszlE6dumpedSayACGAE_tcfcSbAC_ACtXEfU1_Tf1cn_n
# Func Hash:
1124680650748772420
# Num Counters:
3
# Counter Values:
0
74
74
# Num Bitmap Bytes:
$0

$sSTsE6sorted2bySay7ElementQzGSbAD_ADtKXE_tKFSay14ArgumentParser4NameOG_Tg504$s14d8Parser17F124SpecificationV17generateHelpNames33_C29415A1A74CFB17C1B793C97A54C63ALL10visibilitySayAA0C0OGAA0A10VisibilityV_tFSbAH_AHtcfu_Tf1cn_n
# Func Hash:
1124680650748772420
# Num Counters:
3
# Counter Values:
0
68
68
# Num Bitmap Bytes:
$0

$sSTsE6sorted2bySay7ElementQzGSbAD_ADtKXE_tKFSay7Netlink14AddressMessageVG_Tg5097$s12Reachability15NetworkObserverO7observe_10needsRulesAA0B5StateV7Netlink0H6SocketV_SbtKFZSbAH14eF11V_ALtXEfU1_Tf1cn_n
# Func Hash:
331779887548799119
# Num Counters:
9
# Counter Values:
0
37
37
74
37
37
0
0
0
# Num Bitmap Bytes:
$0

$sSTsE6sorted2bySay7ElementQzGSbAD_ADtKXE_tKFShys6UInt64VG_Tg508$sSTsSL7c38RpzrlE6sortedSayABGyFSbAB_ABtcfu_Shys6D8VG_Tt1G5Tf1cn_n
# Func Hash:
331779887548799119
# Num Counters:
9
# Counter Values:
3
7
5
14
0
14
0
0
0
# Num Bitmap Bytes:
$0

$sSTsE8contains5whereS2b7ElementQzKXE_tKFSS17UnicodeScalarViewV_Tg5027$sSS5reachE7escapedSSvgSbs7d2O6E52Vcfu_33_3a9a2fea05e3128761f0fbd44fcdfa20AFSbTf3npk_nTf1cn_n
# Func Hash:
759549709413220056
# Num Counters:
24
# Counter Values:
0
97
538
375
0
0
97
0
0
0
0
0
0
5
0
0
0
10
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
3
1
__swift_noop_void_return:913
1
** External Symbol **:913
1
__swift_noop_void_return:913

$sSTsE8reversedSay7ElementQzGyFs14UnfoldSequenceVy14ArgumentParser4TreeCyAG15ParsableCommand_pXpGAKSg_SbtG_Tg5
# Func Hash:
896858938355065813
# Num Counters:
10
# Counter Values:
51
51
51
0
102
0
0
0
0
0
# Num Bitmap Bytes:
$0

$sSTsSQ7ElementRpzrlE6starts4withSbqd___tSTRd__AAQyd__ABRSlFSs_SSTg5
# Func Hash:
495986877865871616
# Num Counters:
8
# Counter Values:
0
402
0
53
0
0
0
402
# Num Bitmap Bytes:
$0

$sSTsSQ7ElementRpzrlE8containsySbABFSS8UTF8ViewV_Tg5
# Func Hash:
456618549516190744
# Num Counters:
13
# Counter Values:
0
2072
0
0
185
0
0
0
0
0
0
0
2072
# Num Bitmap Bytes:
$0

$sSTsSQ7ElementRpzrlE8containsySbABFSS_Tg5
# Func Hash:
619802544352864591
# Num Counters:
6
# Counter Values:
1158
0
44
0
44
0
# Num Bitmap Bytes:
$0

$sSTsSQ7ElementRpzrlE8containsySbABFSay7Netlink11RuleMessageVG_Tg5
# Func Hash:
798733566761424898
# Num Counters:
4
# Counter Values:
100
20
0
0
# Num Bitmap Bytes:
$0

$sSa12ReachabilityAA16InterfaceAddressVRszlE4takeyyACF
# Func Hash:
733864296902683984
# Num Counters:
37
# Counter Values:
0
0
0
0
0
0
0
0
0
0
20
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$sSa12ReachabilityAA16InterfaceAddressVRszlE6dumpedSayACGAE_tcfCTf4nd_n
# Func Hash:
920543276330550272
# Num Counters:
13
# Counter Values:
37
37
74
74
37
74
74
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$sSa12ReachabilityAA16InterfaceAddressVRszlE8position33_6081EDA54B39D58A8005ADB4DBBC2F38LL2ofSiAC_tF
# Func Hash:
831214095893078049
# Num Counters:
45
# Counter Values:
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
20
0
0
0
0
20
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$sSa12Reachabilitys6UInt32VRszlE3add33_6DF978D48FF24097B1C19076A258924FLLyyACF
# Func Hash:
391331302623740265
# Num Counters:
6
# Counter Values:
385
579
194
194
0
0
# Num Bitmap Bytes:
$0

$sSa14ArgumentParserAA013ExpressibleByA0RzlE23defaultValueDescriptionySSSgSayxGSgFZ
# Func Hash:
1063705161908944610
# Num Counters:
3
# Counter Values:
20
20
0
# Num Bitmap Bytes:
$0

$sSa14ArgumentParserE11helpOptionsAA0A10DefinitionV4HelpV0D0VvgZ
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
20
# Num Bitmap Bytes:
$0

$sSa15replaceSubrange_4withySnySiG_qd__nt7ElementQyd__RszSlRd__lF12Reachability16InterfaceAddressV_s15CollectionOfOneVyAHGTg5
# Func Hash:
236790042988078524
# Num Counters:
16
# Counter Values:
20
20
0
0
20
0
0
0
0
0
0
0
0
0
0
20
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
1
0:20
0

$sSa15replaceSubrange_4withySnySiG_qd__nt7ElementQyd__RszSlRd__lF12Reachability16InterfaceAddressV_s15EmptyCollectionVyAHGTg5Tf4ndn_n
# Func Hash:
149074444777698130
# Num Counters:
14
# Counter Values:
0
20
0
20
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
1
0:20
0

$sSa15replaceSubrange_4withySnySiG_qd__nt7ElementQyd__RszSlRd__lF7Netlink11RuleMessageV_s15CollectionOfOneVyAHGTg5
# Func Hash:
236790042695336059
# Num Counters:
16
# Counter Values:
20
20
0
20
0
0
20
0
0
0
0
0
0
0
0
20
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
0
1
65:20

$sSa15replaceSubrange_4withySnySiG_qd__nt7ElementQyd__RszSlRd__lFs6UInt32V_s15CollectionOfOneVyAGGTg5
# Func Hash:
236790042695336059
# Num Counters:
16
# Counter Values:
334
0
334
274
60
0
274
0
0
0
0
0
0
0
0
334
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
1
4:60
3
8:229
9:40
513:5

$sSa6append10contentsOfyqd__n_t7ElementQyd__RszSTRd__lF12Reachability16InterfaceAddressV_SayAGGTg5
# Func Hash:
747141664563648086
# Num Counters:
9
# Counter Values:
37
37
74
37
37
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
64:37

$sSa6append10contentsOfyqd__n_t7ElementQyd__RszSTRd__lF12Reachability16NetworkInterfaceV_SayAGGTg5
# Func Hash:
52047013800695382
# Num Counters:
9
# Counter Values:
7
7
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$sSa6append10contentsOfyqd__n_t7ElementQyd__RszSTRd__lF12Reachability9IPAddressV_SayAGGTg5
# Func Hash:
747141664563648086
# Num Counters:
9
# Counter Values:
7
7
7
0
7
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
17:7

$sSa6append10contentsOfyqd__n_t7ElementQyd__RszSTRd__lF14ArgumentParser14SplitArgumentsVACV_SayAHGTg5
# Func Hash:
52047013800695382
# Num Counters:
9
# Counter Values:
42
38
25
0
21
0
0
0
0
# Num Bitmap Bytes:
$0

$sSa6append10contentsOfyqd__n_t7ElementQyd__RszSTRd__lF14ArgumentParser15ParsableCommand_pXp_SayAeF_pXpGTg5
# Func Hash:
747141664563648086
# Num Counters:
9
# Counter Values:
51
282
0
231
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
16:51

$sSa6append10contentsOfyqd__n_t7ElementQyd__RszSTRd__lF14ArgumentParser16DecodedArgumentsV_SayAGGTg5
# Func Hash:
52047013800695382
# Num Counters:
9
# Counter Values:
17
51
17
34
17
0
0
0
0
# Num Bitmap Bytes:
$0

$sSa6append10contentsOfyqd__n_t7ElementQyd__RszSTRd__lF7Netlink17FilterInstructionV_SayAGGTg5
# Func Hash:
747141664563648086
# Num Counters:
9
# Counter Values:
98
70
84
0
56
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
6
8:28
33:21
32:14
65:14
257:14
128:7

$sSa6append10contentsOfyqd__n_t7ElementQyd__RszSTRd__lFSS_SaySSGTg5
# Func Hash:
52047013800695382
# Num Counters:
9
# Counter Values:
667
660
89
54
28
0
0
0
0
# Num Bitmap Bytes:
$0

$sSa6append10contentsOfyqd__n_t7ElementQyd__RszSTRd__lFSay5reach9TextTableV4CellVG_SayAJGTg5
# Func Hash:
52047013800695382
# Num Counters:
9
# Counter Values:
0
0
5
5
0
0
0
0
0
# Num Bitmap Bytes:
$0

$sSa6append10contentsOfyqd__n_t7ElementQyd__RszSTRd__lFs5UInt8V_SayAFGTg5
# Func Hash:
747141664563648086
# Num Counters:
9
# Counter Values:
37
37
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
32:37

$sSa6append10contentsOfyqd__n_t7ElementQyd__RszSTRd__lFs5UInt8V_s8RepeatedVyAFGTg5
# Func Hash:
280681509537996277
# Num Counters:
21
# Counter Values:
18816
18816
233
49
28
226
21
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$sSa6append10contentsOfyqd__n_t7ElementQyd__RszSTRd__lFs6UInt32V_ShyAFGTg5
# Func Hash:
560555356904671792
# Num Counters:
19
# Counter Values:
0
320
0
0
0
0
0
0
0
0
0
0
0
0
320
0
0
0
0
# Num Bitmap Bytes:
$0

$sSa6append10contentsOfyqd__n_t7ElementQyd__RszSTRd__lFs9CodingKey_p_SaysAE_pGTg5
# Func Hash:
52047013800695382
# Num Counters:
9
# Counter Values:
267
267
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$sSa6remove2atxSi_tF7Netlink11RuleMessageV_Tg5
# Func Hash:
700171236550100571
# Num Counters:
3
# Counter Values:
20
20
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
65:20

$sSa6remove2atxSi_tF9SystemBus20NetworkManagerClientV4Call33_B6222E1989CD7F566C91078F621BC420LLV_Tg5
# Func Hash:
700171236550100571
# Num Counters:
3
# Counter Values:
30
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
4
0:10
65:10
17:5
33:5

$sSa6remove2atxSi_tFs6UInt32V_Tg5
# Func Hash:
700171236550100571
# Num Counters:
3
# Counter Values:
534
60
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
5
0:220
8:209
9:60
4:40
513:5

$sSa7NetlinkAA17FilterInstructionVRszlE6attach2toys5Int32V_tAA0A5ErrorVYKF
# Func Hash:
331779890573137361
# Num Counters:
8
# Counter Values:
588
7
0
0
0
7
0
0
# Num Bitmap Bytes:
$0

$sSa9repeating5countSayxGx_SitcfC5reach9TextTableV4CellV_Tt1g5Tf4gn_n
# Func Hash:
287486627296518367
# Num Counters:
5
# Counter Values:
20
5
5
5
0
# Num Bitmap Bytes:
$0

$sSasSHRzlE4hash4intoys6HasherVz_tF12Reachability17InterfaceOverrideV_Tg5
# Func Hash:
650973719370518865
# Num Counters:
7
# Counter Values:
0
0
0
0
0
7
0
# Num Bitmap Bytes:
$0

$sSasSHRzlE4hash4intoys6HasherVz_tF12Reachability9IPAddressV_Tg5
# Func Hash:
134732432274165081
# Num Counters:
4
# Counter Values:
14
7
7
7
# Num Bitmap Bytes:
$0

$sSasSQRzlE2eeoiySbSayxG_ABtFZ11LinuxSystem9DHCPLeaseV_Tt1g5
# Func Hash:
974670607300770626
# Num Counters:
8
# Counter Values:
0
0
0
223
223
0
0
0
# Num Bitmap Bytes:
$0

$sSasSQRzlE2eeoiySbSayxG_ABtFZ12Reachability10NameServerV_Tt1g5
# Func Hash:
181107443414939201
# Num Counters:
16
# Counter Values:
0
0
283
283
0
0
0
283
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$sSasSQRzlE2eeoiySbSayxG_ABtFZ12Reachability11NetworkPathV7GatewayV_Tt1g5
# Func Hash:
567991001227165691
# Num Counters:
13
# Counter Values:
175
0
314
0
175
210
175
0
0
0
0
0
175
# Num Bitmap Bytes:
$0

$sSasSQRzlE2eeoiySbSayxG_ABtFZ12Reachability14InterfaceTableV4Node33_A530F964F198215E993B6E8EAC361A47LLV4SlotVyAC12NetworkStateV0C0V__G_Tt1g5
# Func Hash:
331779889115753062
# Num Counters:
10
# Counter Values:
0
1518
1518
1518
795
424
795
795
0
0
# Num Bitmap Bytes:
$0

$sSasSQRzlE2eeoiySbSayxG_ABtFZ12Reachability14InterfaceTableV4Node33_A530F964F198215E993B6E8EAC361A47LLVyAC12NetworkStateV0C0V_G_Tt1g5
# Func Hash:
446858651528436310
# Num Counters:
17
# Counter Values:
0
0
0
795
795
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$sSasSQRzlE2eeoiySbSayxG_ABtFZ12Reachability15CarriedFamiliesV5Entry33_7EBADFC4A194EC6436428E26475FFAA7LLV_Tt1g5
# Func Hash:
1011877329447620365
# Num Counters:
10
# Counter Values:
175
175
175
190
190
175
0
0
0
0
# Num Bitmap Bytes:
$0

$sSasSQRzlE2eeoiySbSayxG_ABtFZ12Reachability16InterfaceAddressV_Tt1g5
# Func Hash:
367201491685007033
# Num Counters:
38
# Counter Values:
0
0
0
0
0
0
0
0
179
0
0
0
0
0
25
10
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$sSasSQRzlE2eeoiySbSayxG_ABtFZ12Reachability16MeteredStatementV_Tt1g5
# Func Hash:
567991000737343395
# Num Counters:
13
# Counter Values:
0
0
211
0
0
211
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$sSasSQRzlE2eeoiySbSayxG_ABtFZ12Reachability16NetworkInterfaceV_Tt1g5
# Func Hash:
974670607300770626
# Num Counters:
8
# Counter Values:
0
71
0
71
71
71
0
0
# Num Bitmap Bytes:
$0

$sSasSQRzlE2eeoiySbSayxG_ABtFZ12Reachability17InterfaceOverrideV_Tt1g5
# Func Hash:
869069517919770467
# Num Counters:
27
# Counter Values:
0
0
0
732
0
732
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$sSasSQRzlE2eeoiySbSayxG_ABtFZ7Netlink10RouteReplyV7NextHopV_Tt1g5
# Func Hash:
229201171111925446
# Num Counters:
18
# Counter Values:
0
0
63
127
0
127
0
127
127
127
127
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$sSasSQRzlE2eeoiySbSayxG_ABtFZ7Netlink11RuleMessageV_Tt1g5
# Func Hash:
974670607300770626
# Num Counters:
8
# Counter Values:
0
0
0
323
283
283
0
0
# Num Bitmap Bytes:
$0

$sSasSQRzlE2eeoiySbSayxG_ABtFZSS_Tt1g5
# Func Hash:
1080275685810171372
# Num Counters:
10
# Counter Values:
0
10
40
10
396
371
30
0
0
30
# Num Bitmap Bytes:
$0

$sSasSQRzlE2eeoiySbSayxG_ABtFZs5UInt8V_Tt1g5
# Func Hash:
974670607300770626
# Num Counters:
8
# Counter Values:
201
1206
1206
340
340
340
0
0
# Num Bitmap Bytes:
$0

$sSasSQRzlE2eeoiySbSayxG_ABtFZs6UInt32V_Tt1g5
# Func Hash:
974670607300770626
# Num Counters:
8
# Counter Values:
421
443
443
1017
1017
421
0
0
# Num Bitmap Bytes:
$0

$sSay12Reachability16InterfaceAddressVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
5
5
5
# Num Bitmap Bytes:
$0

$sSay12Reachability16InterfaceAddressVGWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:5

$sSay12Reachability17InterfaceOverrideVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
2
2
2
# Num Bitmap Bytes:
$0

$sSay12Reachability17InterfaceOverrideVGWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
2
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:2

$sSay5reach13OutputOptionsV9ColorModeOGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
7
7
7
# Num Bitmap Bytes:
$0

$sSay5reach13OutputOptionsV9ColorModeOGSayxGSlsWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
7
7
# Num Bitmap Bytes:
$0

$sSay5reach16ConditionOptionsV14UnknownMeteredOGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
10
10
10
# Num Bitmap Bytes:
$0

$sSay5reach16ConditionOptionsV14UnknownMeteredOGSayxGSlsWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
10
10
# Num Bitmap Bytes:
$0

$sSay5reach9TextTableV4CellVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
5
5
5
# Num Bitmap Bytes:
$0

$sSay7Netlink12AddressBytesVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
14
7
7
# Num Bitmap Bytes:
$0

$sSay7Netlink12AddressBytesVGSayxGSlsWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
7
7
# Num Bitmap Bytes:
$0

$sSaySSGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
450
17
17
# Num Bitmap Bytes:
$0

$sSaySSGSayxGSKsWl
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
27
7
# Num Bitmap Bytes:
$0

$sSaySSGWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
201
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:201

$sSaySSGWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
210
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:210

$sSayxG14ArgumentParser0A19DefinitionContainerA2bCP11helpOptionsAB0aC0V4HelpV0F0VvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
20
# Num Bitmap Bytes:
$0

$sSayxG14ArgumentParser0a32DefinitionContainerExpressibleByA0A2B0efA0Rzl9ContainedAB0acD0P_AbDPWT
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$sSayxG14ArgumentParser0a32DefinitionContainerExpressibleByA0A2B0efA0RzlAbCP23defaultValueDescriptionySSSg7InitialQzSgFZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
20
# Num Bitmap Bytes:
$0

$sSayxG14ArgumentParser0a32DefinitionContainerExpressibleByA0A2B0efA0RzlWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5
# Num Bitmap Bytes:
$0

$sSh21_nonEmptyArrayLiteralShyxGSayxG_tcfC12Reachability12PathQuestionV_Tt0g5Tf4g_n
# Func Hash:
331779887777462061
# Num Counters:
8
# Counter Values:
0
7
0
7
7
7
0
0
# Num Bitmap Bytes:
$0

$sSh2eeoiySbShyxG_ABtFZ12Reachability13InterfaceTypeO_Tt1g5
# Func Hash:
526279455972917678
# Num Counters:
10
# Counter Values:
0
0
418
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$sSh4hash4intoys6HasherVz_tF12Reachability13InterfaceTypeO_Tg5
# Func Hash:
804816984075069639
# Num Counters:
13
# Counter Values:
0
0
7
0
0
0
0
0
0
0
0
0
7
# Num Bitmap Bytes:
$0

$sSh5unionyShyxGqd__n7ElementQyd__RszSTRd__lFSS_SD4KeysVySS12Reachability18NetworkManagerWordV_GTg5
# Func Hash:
484499721366794754
# Num Counters:
6
# Counter Values:
0
25
37
0
0
37
# Num Bitmap Bytes:
$0

$sSh5unionyShyxGqd__n7ElementQyd__RszSTRd__lFSS_SaySSGTg5Tf4gn_n
# Func Hash:
1124680649821146753
# Num Counters:
3
# Counter Values:
77
77
0
# Num Bitmap Bytes:
$0

$sSh6filteryShyxGSbxKXEKFSS_Tg582$s12Reachability12NetworkStateV3set14networkManagerSbSDySSAA0bF4WordVG_tFSbSSXEfU_SDySS12Reachability0dgL0VGAGTf1cn_nTf4ngg_n
# Func Hash:
650973720282800339
# Num Counters:
7
# Counter Values:
0
37
0
37
0
0
0
# Num Bitmap Bytes:
$0

$sSh8_VariantV6insertySb8inserted_x17memberAfterInserttxnF14ArgumentParser11InputOriginV7ElementO_Tg5
# Func Hash:
1104024242183727267
# Num Counters:
13
# Counter Values:
0
0
0
24
0
0
21
0
0
93
0
24
0
# Num Bitmap Bytes:
$0

$sSh8_VariantV6insertySb8inserted_x17memberAfterInserttxnF14ArgumentParser17NameSpecificationV7ElementV_Tg5
# Func Hash:
147262475510967322
# Num Counters:
31
# Counter Values:
0
0
0
0
0
0
36
0
0
0
36
0
0
0
1208
36
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$sSh8_VariantV6insertySb8inserted_x17memberAfterInserttxnF14ArgumentParser4TreeCyAF15ParsableCommand_pXpG_Tg5
# Func Hash:
536873290231689177
# Num Counters:
3
# Counter Values:
75
132
0
# Num Bitmap Bytes:
$0

$sSh8_VariantV6insertySb8inserted_x17memberAfterInserttxnFSS_Tg5
# Func Hash:
11922954720716284
# Num Counters:
5
# Counter Values:
23
88
14
0
14
# Num Bitmap Bytes:
$0

$sSh8_VariantV6insertySb8inserted_x17memberAfterInserttxnFs6UInt64V_Tg5
# Func Hash:
536873290231689177
# Num Counters:
3
# Counter Values:
7
28
0
# Num Bitmap Bytes:
$0

$sSh8containsySbxF14ArgumentParser11InputOriginV7ElementO_Tg5
# Func Hash:
1104024241853883447
# Num Counters:
14
# Counter Values:
0
0
0
0
8
18
0
0
8
0
18
0
8
0
# Num Bitmap Bytes:
$0

$sSh9formUnionyyqd__n7ElementQyd__RszSTRd__lF14ArgumentParser11InputOriginVABO_ShyAGGTg5
# Func Hash:
484499721729943161
# Num Counters:
6
# Counter Values:
0
68
400
0
0
400
# Num Bitmap Bytes:
$0

$sShy12Reachability13InterfaceTypeOGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
22
12
12
# Num Bitmap Bytes:
$0

$sShy12Reachability13InterfaceTypeOGSgMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
10
10
10
# Num Bitmap Bytes:
$0

$sShy12Reachability13InterfaceTypeOGSgWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
10
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:10

$sShy12Reachability13InterfaceTypeOGWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
2
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:2

$sShy12Reachability13InterfaceTypeOGWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
10
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:10

$sShySSGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
7
7
7
# Num Bitmap Bytes:
$0

$sShySSGSgMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
7
7
7
# Num Bitmap Bytes:
$0

$sShyShyxGqd__nc7ElementQyd__RszSTRd__lufC14ArgumentParser11InputOriginVABO_SayAGGTt0g5Tf4g_n
# Func Hash:
1063705162111847769
# Num Counters:
3
# Counter Values:
0
345
16
# Num Bitmap Bytes:
$0

$sShyShyxGqd__nc7ElementQyd__RszSTRd__lufCSS_SD4KeysVySS12Reachability18NetworkManagerWordV_GTt0g5
# Func Hash:
484499718892101915
# Num Counters:
6
# Counter Values:
0
0
37
0
0
37
# Num Bitmap Bytes:
$0

$sShyShyxGqd__nc7ElementQyd__RszSTRd__lufCs6UInt64V_SayAEGTt0g5Tf4g_n
# Func Hash:
1063705162111847769
# Num Counters:
3
# Counter Values:
14
14
14
# Num Bitmap Bytes:
$0

$sShyxSh5IndexVyx_Gcig14ArgumentParser11InputOriginV7ElementO_Tg5
# Func Hash:
844982796950093491
# Num Counters:
4
# Counter Values:
7
0
0
0
# Num Bitmap Bytes:
$0

$sSi14ArgumentParser013ExpressibleByA0A2aBP15allValueStringsSaySSGvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
8
# Num Bitmap Bytes:
$0

$sSi14ArgumentParser013ExpressibleByA0A2aBP20allValueDescriptionsSDyS2SGvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
8
# Num Bitmap Bytes:
$0

$sSi14ArgumentParser013ExpressibleByA0A2aBP21defaultCompletionKindAA0fG0VvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
8
# Num Bitmap Bytes:
$0

$sSi14ArgumentParser013ExpressibleByA0A2aBP8argumentxSgSS_tcfCTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
2
# Num Bitmap Bytes:
$0

$sSiSgMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
39
37
37
# Num Bitmap Bytes:
$0

$sSls11SubSequenceQzRszrlE8popFirst7ElementQzSgyFs10ArraySliceVy5reach9TextTableV4CellVG_Tg5
# Func Hash:
391331303446266705
# Num Counters:
6
# Counter Values:
5
5
0
0
0
0
# Num Bitmap Bytes:
$0

$sSls11SubSequenceQzRszrlE8popFirst7ElementQzSgyFs10ArraySliceVySSG_Tg5
# Func Hash:
391331303446266705
# Num Counters:
6
# Counter Values:
59
42
0
0
0
0
# Num Bitmap Bytes:
$0

$sSlsE3mapySayqd__Gqd__7ElementQzqd_0_YKXEqd_0_YKs5ErrorRd_0_r0_lFShy12Reachability12PathQuestionVG_AF13FollowedPathsV6Answer33_8DC7EE384468D240AEE33572D1A8E9C1LLVs5NeverOTg5018$s12Reachability13gh11VyACShyAA12ef18VGcfcAC6Answer33_8jklmnopQ10LLVAEXEfU_Tf1cn_n
# Func Hash:
981446174903374599
# Num Counters:
13
# Counter Values:
0
7
0
0
7
7
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$sSlsE5first7ElementQzSgvgSS17UnicodeScalarViewV_Tgq5
# Func Hash:
1029578616116113188
# Num Counters:
16
# Counter Values:
11030
0
11030
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$sSlsE5first7ElementQzSgvgShy14ArgumentParser11InputOriginVABOG_Tg5
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
7
7
# Num Bitmap Bytes:
$0

$sSlsE5split9maxSplits25omittingEmptySubsequences14whereSeparatorSay11SubSequenceQzGSi_S2b7ElementQzKXEtKFSS_Tg5
# Func Hash:
246513013039143028
# Num Counters:
28
# Counter Values:
0
317
2575
212
212
128
142
0
0
0
37
105
14
0
84
0
0
0
70
107
0
0
0
0
142
142
37
105
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
.build/profiling/x86_64-unknown-linux-gnu/release/LinuxSystem.build/AddressText.swift.o;$sSlsSQ7ElementRpzrlE5split9separator9maxSplits25omittingEmptySubsequencesSay11SubSequenceQzGAB_SiSbtFSbABXEfU_SS_TG5TA:2717
.build/profiling/x86_64-unknown-linux-gnu/release/LinuxSystem.build/AddressText.swift.o;$sSlsSQ7ElementRpzrlE5split9separator9maxSplits25omittingEmptySubsequencesSay11SubSequenceQzGAB_SiSbtFSbABXEfU_SS_TG5TA:175

$sSlsE8dropLasty11SubSequenceQzSiFSay5reach9TextTableV4CellVG_Tg5
# Func Hash:
391331301001019575
# Num Counters:
7
# Counter Values:
0
25
0
0
0
0
0
# Num Bitmap Bytes:
$0

$sSlsE9dropFirsty11SubSequenceQzSiFSS_Tg5Tf4ng_n
# Func Hash:
308965778729647601
# Num Counters:
7
# Counter Values:
1051
0
0
112
1051
1051
0
# Num Bitmap Bytes:
$0

$sSlsEy11SubSequenceQzqd__cSXRd__5BoundQyd__5IndexRtzluigSS_s16PartialRangeFromVySSAEVGTg5
# Func Hash:
464058543399340037
# Num Counters:
5
# Counter Values:
16
0
0
16
16
# Num Bitmap Bytes:
$0

$sSlsSQ7ElementRpzrlE10firstIndex2of0C0QzSgAB_tFSS_Tg5
# Func Hash:
591567704000552887
# Num Counters:
6
# Counter Values:
144
144
16
0
0
0
# Num Bitmap Bytes:
$0

$sSlsSQ7ElementRpzrlE10firstIndex2of0C0QzSgAB_tFSay7Netlink11RouteLookupVG_Tg5
# Func Hash:
124303743168615684
# Num Counters:
22
# Counter Values:
0
111
0
1113
723
84
0
195
0
343
306
84
0
84
0
0
0
723
0
0
0
0
# Num Bitmap Bytes:
$0

$sSlsSQ7ElementRpzrlE10firstIndex2of0C0QzSgAB_tFSay7Netlink11RuleMessageVG_Tg5
# Func Hash:
844982796364649638
# Num Counters:
4
# Counter Values:
40
20
20
0
# Num Bitmap Bytes:
$0

$sSlsSQ7ElementRpzrlE5split9separator9maxSplits25omittingEmptySubsequencesSay11SubSequenceQzGAB_SiSbtFSbABXEfU_SS_TG5
# Func Hash:
431494654108067943
# Num Counters:
3
# Counter Values:
2892
2575
317
# Num Bitmap Bytes:
$0

$sSmsSKRzrlE10removeLast7ElementSTQzyFSay14ArgumentParser16DecodedArgumentsVG_Tg5
# Func Hash:
844982797141600010
# Num Counters:
4
# Counter Values:
34
0
0
0
# Num Bitmap Bytes:
$0

$sSo11sock_filterVMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
7
7
7
# Num Bitmap Bytes:
$0

$sSq14ArgumentParserAA013ExpressibleByA0RzlE23defaultValueDescriptionySSSgxSgFZ
# Func Hash:
1092338536800526064
# Num Counters:
3
# Counter Values:
264
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
10
2
** External Symbol **:236
** External Symbol **:28
3
** External Symbol **:128
** External Symbol **:116
** External Symbol **:20
0
0
0
0
0
0
0
2
** External Symbol **:236
** External Symbol **:28

$sSq14ArgumentParserE11helpOptionsAA0A10DefinitionV4HelpV0D0VvgZ
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
264
# Num Bitmap Bytes:
$0

$sSq14ArgumentParserE6update12parsedValues5value3key6originyAA06ParsedE0Vz_xAA8InputKeyVAA0J6OriginVtFZ
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
9
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:9

$sSr15_stableSortImpl2byySbx_xtKXE_tKF12Reachability10LiveRoutesV5EntryV_Tg5018$s12Reachability10fg51V4sort33_FF9D14A9C67463B3E85CA2A8D436C926LLyyFSbAC5H10V_AGtXEfU_Tf1cn_n
# Func Hash:
650973719745905783
# Num Counters:
8
# Counter Values:
194
194
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$sSr15_stableSortImpl2byySbx_xtKXE_tKF12Reachability16InterfaceAddressV_Tg506$sSa12e4AA16fG40VRszlE6dumpedSayACGAE_tcfcSbAC_ACtXEfU1_Tf1cn_n
# Func Hash:
650973719745905783
# Num Counters:
8
# Counter Values:
74
37
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$sSr15_stableSortImpl2byySbx_xtKXE_tKF14ArgumentParser4NameO_Tg504$s14e8Parser17G124SpecificationV17generateHelpNames33_C29415A1A74CFB17C1B793C97A54C63ALL10visibilitySayAA0C0OGAA0A10VisibilityV_tFSbAH_AHtcfu_Tf1cn_n
# Func Hash:
650973719745905783
# Num Counters:
8
# Counter Values:
68
68
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$sSs_s5Int64VtMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
14
7
7
# Num Bitmap Bytes:
$0

$sSy14ArgumentParserSs11SubSequenceRtzrlE20convertedToSnakeCase9separatorSSSJ_tFSS_Tg5
# Func Hash:
865606639438571516
# Num Counters:
37
# Counter Values:
0
0
0
5284
236
0
5048
236
0
5048
0
236
236
0
0
0
684
0
0
0
684
0
0
0
0
0
0
0
0
0
0
0
0
0
68
0
68
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
6
1
__swift_noop_void_return:5284
0
1
__swift_noop_void_return:236
0
0
0

$sSysE2eeoiySbx_qd__tSyRd__lFZSs_SSTgq5Tf4nnd_n
# Func Hash:
167471835783826887
# Num Counters:
6
# Counter Values:
37
37
0
0
0
0
# Num Bitmap Bytes:
$0

$ss10_NativeSetV13copyAndResize8capacityySi_tF14ArgumentParser11InputOriginV7ElementO_Tg5
# Func Hash:
175250906863639257
# Num Counters:
15
# Counter Values:
0
0
0
0
0
0
0
0
40
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$ss10_NativeSetV13copyAndResize8capacityySi_tF14ArgumentParser17NameSpecificationV7ElementV_Tg5
# Func Hash:
231439396087248626
# Num Counters:
18
# Counter Values:
0
0
0
0
0
0
0
0
0
1140
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$ss10_NativeSetV13copyAndResize8capacityySi_tF14ArgumentParser4TreeCyAE15ParsableCommand_pXpG_Tg5
# Func Hash:
1145296626565257391
# Num Counters:
13
# Counter Values:
0
0
0
0
0
0
51
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$ss10_NativeSetV13copyAndResize8capacityySi_tFSS_Tg5
# Func Hash:
1145296626565257391
# Num Counters:
13
# Counter Values:
0
0
7
0
7
0
54
0
0
7
0
0
0
# Num Bitmap Bytes:
$0

$ss10_NativeSetV13extractSubset5using5countAByxGs13_UnsafeBitsetV_SitFSS_Tg5
# Func Hash:
992371482162063710
# Num Counters:
16
# Counter Values:
0
0
0
5
0
32
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$ss10_NativeSetV4copyyyFSS_Tg5
# Func Hash:
814794178475982317
# Num Counters:
10
# Counter Values:
0
14
0
0
0
7
0
0
2
7
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
1
8:7
0

$ss10_NativeSetV6filteryAByxGSbxKXEKFADs13_UnsafeBitsetVKXEfU_SS_Tg582$s12Reachability12NetworkStateV3set14networkManagerSbSDySSAA0bF4WordVG_tFSbSSXEfU_SDySS12Reachability0hkP0VGAKTf1nnc_nTf4nngg_n
# Func Hash:
1145723537472789450
# Num Counters:
18
# Counter Values:
0
25
25
25
0
0
25
0
37
0
0
0
0
0
0
0
37
0
# Num Bitmap Bytes:
$0

$ss10_NativeSetV6resize8capacityySi_tF14ArgumentParser11InputOriginV7ElementO_Tg5
# Func Hash:
231439398122199451
# Num Counters:
17
# Counter Values:
0
0
0
0
0
44
0
0
0
36
0
0
0
36
0
0
0
# Num Bitmap Bytes:
$0

$ss10_NativeSetV6resize8capacityySi_tF14ArgumentParser17NameSpecificationV7ElementV_Tg5
# Func Hash:
1000236971195187579
# Num Counters:
20
# Counter Values:
0
0
0
0
0
0
0
0
68
0
68
0
0
0
0
0
68
0
0
0
# Num Bitmap Bytes:
$0

$ss10_NativeSetV6resize8capacityySi_tF14ArgumentParser4TreeCyAE15ParsableCommand_pXpG_Tg5
# Func Hash:
1055036166725834753
# Num Counters:
15
# Counter Values:
0
0
0
81
0
0
0
51
0
0
0
51
0
0
0
# Num Bitmap Bytes:
$0

$ss10_NativeSetV6resize8capacityySi_tFSS_Tg5
# Func Hash:
1055036166725834753
# Num Counters:
15
# Counter Values:
0
0
0
20
0
0
0
10
0
0
0
10
0
0
0
# Num Bitmap Bytes:
$0

$ss10_NativeSetV9insertNew_2at8isUniqueyxn_s10_HashTableV6BucketVSbtF14ArgumentParser11InputOriginV7ElementO_Tg5
# Func Hash:
252375183704191365
# Num Counters:
18
# Counter Values:
0
8
0
0
24
0
8
0
0
33
69
0
0
0
0
0
8
0
# Num Bitmap Bytes:
$0

$ss10_NativeSetV9insertNew_2at8isUniqueyxn_s10_HashTableV6BucketVSbtF14ArgumentParser17NameSpecificationV7ElementV_Tg5
# Func Hash:
604177209917744339
# Num Counters:
36
# Counter Values:
0
0
0
14
0
0
0
14
0
0
0
0
0
0
0
68
0
14
0
1140
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$ss10_NativeSetV9insertNew_2at8isUniqueyxn_s10_HashTableV6BucketVSbtF14ArgumentParser4TreeCyAJ15ParsableCommand_pXpG_Tg5
# Func Hash:
650973720594510684
# Num Counters:
8
# Counter Values:
24
30
51
0
0
51
0
0
# Num Bitmap Bytes:
$0

$ss10_NativeSetV9insertNew_2at8isUniqueyxn_s10_HashTableV6BucketVSbtFSS_Tg5
# Func Hash:
526279452064647499
# Num Counters:
10
# Counter Values:
9
17
10
7
7
61
0
0
0
0
# Num Bitmap Bytes:
$0

$ss10_NativeSetV9insertNew_2at8isUniqueyxn_s10_HashTableV6BucketVSbtFs6UInt64V_Tg5
# Func Hash:
650973720594510684
# Num Counters:
8
# Counter Values:
0
28
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$ss11CommandLineO14ArgumentParserE16_staticArguments_WZ
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

$ss11InlineArrayV9repeatingAByxq_Gq__tcfC$15__So6pollfdVTt1g5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
468
# Num Bitmap Bytes:
$0

$ss11_SetStorageCy12Reachability12PathQuestionVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
7
7
7
# Num Bitmap Bytes:
$0

$ss11_SetStorageCy14ArgumentParser11InputOriginV7ElementOGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
76
12
12
# Num Bitmap Bytes:
$0

$ss11_SetStorageCy14ArgumentParser17NameSpecificationV7ElementVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
1208
17
17
# Num Bitmap Bytes:
$0

$ss11_SetStorageCy14ArgumentParser4TreeCyAC15ParsableCommand_pXpGGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
102
17
17
# Num Bitmap Bytes:
$0

$ss11_SetStorageCySSGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
78
12
12
# Num Bitmap Bytes:
$0

$ss11_StringGutsV19validateScalarIndexySS0E0VAEF
# Func Hash:
360019387990068195
# Num Counters:
6
# Counter Values:
30805
0
0
0
30805
5239
# Num Bitmap Bytes:
$0

$ss12CaseIterable_SYpMa
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
103
17
# Num Bitmap Bytes:
$0

$ss12CaseIterable_SYpSgMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
28
7
7
# Num Bitmap Bytes:
$0

$ss12CaseIterable_SYpSgWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
28
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:28

$ss12CaseIterable_SYpWOb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
68
# Num Bitmap Bytes:
$0

$ss15ContiguousArrayV16_createNewBuffer14bufferIsUnique15minimumCapacity13growForAppendySb_SiSbtF12Reachability13FollowedPathsV6Answer33_8DC7EE384468D240AEE33572D1A8E9C1LLV_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0

$ss15ContiguousArrayV16_createNewBuffer14bufferIsUnique15minimumCapacity13growForAppendySb_SiSbtF12Reachability15CarriedFamiliesV5Entry33_7EBADFC4A194EC6436428E26475FFAA7LLV_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
194
# Num Bitmap Bytes:
$0

$ss15ContiguousArrayV16_createNewBuffer14bufferIsUnique15minimumCapacity13growForAppendySb_SiSbtF12Reachability15RouteTranscriptV6RecordV_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
230
# Num Bitmap Bytes:
$0

$ss15ContiguousArrayV16_createNewBuffer14bufferIsUnique15minimumCapacity13growForAppendySb_SiSbtF12Reachability16InterfaceAddressV5FlagsV4flag_SS4namet_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
102
# Num Bitmap Bytes:
$0

$ss15ContiguousArrayV16_createNewBuffer14bufferIsUnique15minimumCapacity13growForAppendySb_SiSbtF12Reachability16InterfaceAddressV_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
190
# Num Bitmap Bytes:
$0

$ss15ContiguousArrayV16_createNewBuffer14bufferIsUnique15minimumCapacity13growForAppendySb_SiSbtF12Reachability6CensusV5StepsV_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
81
# Num Bitmap Bytes:
$0

$ss15ContiguousArrayV16_createNewBuffer14bufferIsUnique15minimumCapacity13growForAppendySb_SiSbtF12Reachability9IPAddressV_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0

$ss15ContiguousArrayV16_createNewBuffer14bufferIsUnique15minimumCapacity13growForAppendySb_SiSbtF14ArgumentParser0N10DefinitionV_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
868
# Num Bitmap Bytes:
$0

$ss15ContiguousArrayV16_createNewBuffer14bufferIsUnique15minimumCapacity13growForAppendySb_SiSbtF14ArgumentParser14SplitArgumentsV7ElementV_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
114
# Num Bitmap Bytes:
$0

$ss15ContiguousArrayV16_createNewBuffer14bufferIsUnique15minimumCapacity13growForAppendySb_SiSbtF14ArgumentParser15ParsableCommand_pXp_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
204
# Num Bitmap Bytes:
$0

$ss15ContiguousArrayV16_createNewBuffer14bufferIsUnique15minimumCapacity13growForAppendySb_SiSbtF14ArgumentParser16DecodedArgumentsV_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
34
# Num Bitmap Bytes:
$0

$ss15ContiguousArrayV16_createNewBuffer14bufferIsUnique15minimumCapacity13growForAppendySb_SiSbtF14ArgumentParser17NameSpecificationV7ElementV_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
1208
# Num Bitmap Bytes:
$0

$ss15ContiguousArrayV16_createNewBuffer14bufferIsUnique15minimumCapacity13growForAppendySb_SiSbtF14ArgumentParser4NameO_Sit_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
2320
# Num Bitmap Bytes:
$0

$ss15ContiguousArrayV16_createNewBuffer14bufferIsUnique15minimumCapacity13growForAppendySb_SiSbtF5reach9TextTableV4CellV_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
10
# Num Bitmap Bytes:
$0

$ss15ContiguousArrayV16_createNewBuffer14bufferIsUnique15minimumCapacity13growForAppendySb_SiSbtF7Netlink12AddressBytesV_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0

$ss15ContiguousArrayV16_createNewBuffer14bufferIsUnique15minimumCapacity13growForAppendySb_SiSbtFSS_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
512
# Num Bitmap Bytes:
$0

$ss15ContiguousArrayV16_createNewBuffer14bufferIsUnique15minimumCapacity13growForAppendySb_SiSbtFSi_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
648
# Num Bitmap Bytes:
$0

$ss15ContiguousArrayV16_createNewBuffer14bufferIsUnique15minimumCapacity13growForAppendySb_SiSbtFSo11sock_filterV_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0

$ss15ContiguousArrayV16_createNewBuffer14bufferIsUnique15minimumCapacity13growForAppendySb_SiSbtFs6UInt32V5index_12Reachability9PerFamilyVySbG8familiest_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
194
# Num Bitmap Bytes:
$0

$ss15ContiguousArrayV16_createNewBuffer14bufferIsUnique15minimumCapacity13growForAppendySb_SiSbtFs6UInt32V_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
437
# Num Bitmap Bytes:
$0

$ss15ContiguousArrayV16_createNewBuffer14bufferIsUnique15minimumCapacity13growForAppendySb_SiSbtFs6UInt64V_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
14
# Num Bitmap Bytes:
$0

$ss16IndexingIteratorVy14ArgumentParser0C3SetVGSgWOe
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
1306
1000
# Num Bitmap Bytes:
$0

$ss17CodingUserInfoKeyV_yptMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
68
17
17
# Num Bitmap Bytes:
$0

$ss17FixedWidthIntegerPsEyxSgSScfCs6UInt32V_Tt1g5
# Func Hash:
589371670535851267
# Num Counters:
28
# Counter Values:
0
0
0
0
0
0
54
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
54
# Num Bitmap Bytes:
$0

$ss17_NativeDictionaryV16_unsafeInsertNew3key5valueyxn_q_ntF14ArgumentParser8InputKeyV_AF12ParsedValuesV7ElementVTg5
# Func Hash:
1063705162111847769
# Num Counters:
3
# Counter Values:
0
260
236
# Num Bitmap Bytes:
$0

$ss17_NativeDictionaryV20_copyOrMoveAndResize8capacity12moveElementsySi_SbtF14ArgumentParser4TreeCyAF15ParsableCommand_pXpG_AJTg5
# Func Hash:
231439397321152387
# Num Counters:
17
# Counter Values:
0
6
0
510
0
6
0
51
0
153
0
0
0
153
6
6
6
# Num Bitmap Bytes:
$0

$ss17_NativeDictionaryV20_copyOrMoveAndResize8capacity12moveElementsySi_SbtF14ArgumentParser8InputKeyV_AF12ParsedValuesV7ElementVTg5
# Func Hash:
157411392798849192
# Num Counters:
11
# Counter Values:
0
0
260
0
0
51
0
56
0
0
56
# Num Bitmap Bytes:
$0

$ss17_NativeDictionaryV20_copyOrMoveAndResize8capacity12moveElementsySi_SbtFSS_12Reachability18NetworkManagerWordVTg5
# Func Hash:
231439397321152387
# Num Counters:
17
# Counter Values:
0
1
0
27
0
1
0
9
0
15
0
0
0
15
1
1
1
# Num Bitmap Bytes:
$0

$ss17_NativeDictionaryV20_copyOrMoveAndResize8capacity12moveElementsySi_SbtFSS_9SystemBus20NetworkManagerDeviceVTg5
# Func Hash:
231439397321152387
# Num Counters:
17
# Counter Values:
0
1
0
47
0
1
0
14
0
25
0
0
0
25
1
1
1
# Num Bitmap Bytes:
$0

$ss17_NativeDictionaryV20_copyOrMoveAndResize8capacity12moveElementsySi_SbtFSS_s6UInt32VTg5
# Func Hash:
231439397321152387
# Num Counters:
17
# Counter Values:
0
0
0
20
0
0
0
5
0
10
0
0
0
10
0
0
0
# Num Bitmap Bytes:
$0

$ss17_NativeDictionaryV20_copyOrMoveAndResize8capacity12moveElementsySi_SbtFs5Int32V_ShySSGSgTg5
# Func Hash:
231439397321152387
# Num Counters:
17
# Counter Values:
0
0
0
42
0
0
0
21
0
28
0
0
0
28
0
0
0
# Num Bitmap Bytes:
$0

$ss17_NativeDictionaryV5merge_8isUnique16uniquingKeysWithyqd__n_Sbq_q__q_tKXEtKSTRd__x_q_t7ElementRtd__lF14ArgumentParser4NameO_SiSayAJ_SitGTg504$s14j40Parser0A3SetVyACxcSTRzAA0A10DefinitionV7I20RtzlufcS2i_SitXEfU0_Tf1nncn_nTf4gnn_n
# Func Hash:
647472253986076810
# Num Counters:
10
# Counter Values:
0
2320
0
0
1170
0
0
0
0
0
# Num Bitmap Bytes:
$0

$ss17_NativeDictionaryV5merge_8isUnique16uniquingKeysWithyqd__n_Sbq_q__q_tKXEtKSTRd__x_q_t7ElementRtd__lFSi_SiSaySi_SitGTg5012$sSD20uniquegh33ValuesSDyxq_Gqd__n_tcSTRd__x_q_t7i26Rtd__lufcq_q__q_tKXEfU_Si_u3SayU8_SitGTG5Tf1nncn_n
# Func Hash:
3603319244812870
# Num Counters:
14
# Counter Values:
0
0
0
0
0
5
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$ss17_NativeDictionaryV7_insert2at3key5valueys10_HashTableV6BucketV_xnq_ntF14ArgumentParser8InputKeyV_AK12ParsedValuesV7ElementVTg5
# Func Hash:
784007058953177093
# Num Counters:
2
# Counter Values:
233
0
# Num Bitmap Bytes:
$0

$ss17_NativeDictionaryV7_insert2at3key5valueys10_HashTableV6BucketV_xnq_ntFSS_9SystemBus20NetworkManagerDeviceVTg5
# Func Hash:
784007058953177093
# Num Counters:
2
# Counter Values:
25
0
# Num Bitmap Bytes:
$0

$ss17_NativeDictionaryV8setValue_6forKey8isUniqueyq_n_xSbtF14ArgumentParser05InputF0V_AF12ParsedValuesV7ElementVTg5
# Func Hash:
650973723230026183
# Num Counters:
8
# Counter Values:
16
233
56
0
0
51
0
0
# Num Bitmap Bytes:
$0

$ss17_NativeDictionaryV8setValue_6forKey8isUniqueyq_n_xSbtFSS_9SystemBus20NetworkManagerDeviceVTg5
# Func Hash:
650973723230026183
# Num Counters:
8
# Counter Values:
0
25
10
0
0
5
0
0
# Num Bitmap Bytes:
$0

$ss17_NativeDictionaryV8setValue_6forKey8isUniqueyq_n_xSbtFs5Int32V_ShySSGSgTg5
# Func Hash:
52047012512041214
# Num Counters:
9
# Counter Values:
42
63
28
0
0
21
0
0
0
# Num Bitmap Bytes:
$0

$ss18_DictionaryStorageCy14ArgumentParser4NameOSiGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
1116
17
17
# Num Bitmap Bytes:
$0

$ss18_DictionaryStorageCy14ArgumentParser4TreeCyAC15ParsableCommand_pXpGAGGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
204
17
17
# Num Bitmap Bytes:
$0

$ss18_DictionaryStorageCy14ArgumentParser8InputKeyVAC12ParsedValuesV7ElementVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
107
17
17
# Num Bitmap Bytes:
$0

$ss18_DictionaryStorageCySS12Reachability18NetworkManagerWordVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
24
5
5
# Num Bitmap Bytes:
$0

$ss18_DictionaryStorageCySS9SystemBus20NetworkManagerDeviceVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
39
5
5
# Num Bitmap Bytes:
$0

$ss18_DictionaryStorageCySSs6UInt32VGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
15
5
5
# Num Bitmap Bytes:
$0

$ss18_DictionaryStorageCySss5Int64VGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
7
7
7
# Num Bitmap Bytes:
$0

$ss18_DictionaryStorageCys5Int32VShySSGSgGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
49
7
7
# Num Bitmap Bytes:
$0

$ss22KeyedDecodingContainerVy14ArgumentParser19GenerateCompletionsV10CodingKeys33_62CE83895F4017D5D04F199729A8F32DLLOGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
17
17
17
# Num Bitmap Bytes:
$0

$ss22KeyedDecodingContainerVy14ArgumentParser31AutodetectedGenerateCompletionsV10CodingKeys33_62CE83895F4017D5D04F199729A8F32DLLOGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
17
17
17
# Num Bitmap Bytes:
$0

$ss22KeyedDecodingContainerVy5reach13OutputOptionsV10CodingKeys33_EAF0A3FDDAE36AD8B78D87E11FBE656ELLOGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
7
7
7
# Num Bitmap Bytes:
$0

$ss22KeyedDecodingContainerVy5reach16ConditionOptionsV10CodingKeys33_A53572F97A647E17C5A4D24CAE4B8A6BLLOGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
10
10
10
# Num Bitmap Bytes:
$0

$ss22KeyedDecodingContainerVy5reach20ConfigurationOptionsV10CodingKeys33_85C46FFB98EDCF5936A191AA4BC733EALLOGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
17
17
17
# Num Bitmap Bytes:
$0

$ss22KeyedDecodingContainerVy5reach4WaitV10CodingKeys33_0D3C049F77A29CC20ABABBEFFCC161C1LLOGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
5
5
5
# Num Bitmap Bytes:
$0

$ss22KeyedDecodingContainerVy5reach5CheckV10CodingKeys33_B156194473C169C65368A663D38C86ECLLOGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
5
5
5
# Num Bitmap Bytes:
$0

$ss22KeyedDecodingContainerVy5reach5WatchV10CodingKeys031_E0A15E8E77BCB37267094F989485F3H0LLOGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
2
2
2
# Num Bitmap Bytes:
$0

$ss22KeyedDecodingContainerVy5reach6StatusV10CodingKeys33_5907DDC32FA73AEFAEC0EDCF1442575FLLOGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
5
5
5
# Num Bitmap Bytes:
$0

$ss22_ContiguousArrayBufferV19_uninitializedCount15minimumCapacityAByxGSi_SitcfC7Netlink11RuleMessageV_Tt1g5
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
7
0
# Num Bitmap Bytes:
$0

$ss22_ContiguousArrayBufferV19_uninitializedCount15minimumCapacityAByxGSi_SitcfC7Netlink14AddressMessageV_Tt1g5
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
37
0
# Num Bitmap Bytes:
$0

$ss22_ContiguousArrayBufferV19_uninitializedCount15minimumCapacityAByxGSi_SitcfCs5UInt8V_Tt1gq5
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
5547
5547
# Num Bitmap Bytes:
$0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF12Reachability10LiveRoutesV5EntryV_Tg5
# Func Hash:
1040079909134615379
# Num Counters:
9
# Counter Values:
194
194
194
0
0
194
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
0
0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF12Reachability10NameServerV_Tg5
# Func Hash:
1040079909134615379
# Num Counters:
9
# Counter Values:
37
37
37
0
0
37
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
0
0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF12Reachability10PathChangeV5FieldO_Tg5
# Func Hash:
326953198419788627
# Num Counters:
9
# Counter Values:
124
0
124
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
0
0
1
0:124

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF12Reachability11NetworkPathV7GatewayV_Tg5
# Func Hash:
1040079909134615379
# Num Counters:
9
# Counter Values:
194
194
194
0
0
194
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
0
0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF12Reachability13FollowedPathsV6Answer33_8DC7EE384468D240AEE33572D1A8E9C1LLV_Tg5
# Func Hash:
1040079909134615379
# Num Counters:
9
# Counter Values:
237
0
237
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
0
0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF12Reachability14InterfaceTableV4Node33_A530F964F198215E993B6E8EAC361A47LLV4SlotVyAH12NetworkStateV0Q0V__G_Tg5
# Func Hash:
1040079909134615379
# Num Counters:
9
# Counter Values:
151
0
151
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
0
0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF12Reachability15CarriedFamiliesV5Entry33_7EBADFC4A194EC6436428E26475FFAA7LLV_Tg5
# Func Hash:
326953198419788627
# Num Counters:
9
# Counter Values:
194
0
194
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
0
0
1
0:194

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF12Reachability15RouteTranscriptV6RecordV_Tg5
# Func Hash:
326953198419788627
# Num Counters:
9
# Counter Values:
230
0
230
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
0
0
1
0:230

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF12Reachability16InterfaceAddressV5FlagsV4flag_SS4namet_Tg5
# Func Hash:
1040079909134615379
# Num Counters:
9
# Counter Values:
102
102
102
0
0
102
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
0
0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF12Reachability16InterfaceAddressV_Tg5
# Func Hash:
326953198419788627
# Num Counters:
9
# Counter Values:
304
173
304
0
37
153
0
0
32
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
1
64:37
0
2
0:247
64:57

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF12Reachability16NetworkInterfaceV_Tg5
# Func Hash:
1040079909134615379
# Num Counters:
9
# Counter Values:
225
225
181
0
44
225
0
0
14
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
1
129:44
0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF12Reachability3WayO_Tg5
# Func Hash:
1040079909134615379
# Num Counters:
9
# Counter Values:
588
0
588
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
0
0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF12Reachability6CensusV5StepsV_Tg5
# Func Hash:
326953198419788627
# Num Counters:
9
# Counter Values:
81
0
81
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
0
0
1
0:81

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF12Reachability9IPAddressV_Tg5
# Func Hash:
326953198419788627
# Num Counters:
9
# Counter Values:
132
125
51
0
81
125
0
0
47
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
3
17:37
33:37
65:7
0
1
0:51

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF12Reachability9LiveRouteV_Tg5
# Func Hash:
1040079909134615379
# Num Counters:
9
# Counter Values:
294
0
294
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
0
0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF14ArgumentParser0P10DefinitionV_Tg5
# Func Hash:
1040079909134615379
# Num Counters:
9
# Counter Values:
868
732
408
0
460
732
0
0
424
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
3
513:188
129:136
257:136
0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF14ArgumentParser0P3SetV_Tg5
# Func Hash:
1040079909134615379
# Num Counters:
9
# Counter Values:
672
672
272
0
400
672
0
0
175
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
4
16:136
32:136
64:88
128:40
0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF14ArgumentParser14SplitArgumentsV7ElementV_Tg5
# Func Hash:
1040079909134615379
# Num Counters:
9
# Counter Values:
165
152
81
0
84
152
0
0
79
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
3
64:48
128:28
256:8
0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF14ArgumentParser15ParsableCommand_pXp_Tg5
# Func Hash:
326953198419788627
# Num Counters:
9
# Counter Values:
400
486
486
0
102
255
0
0
32
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
1
16:102
0
2
0:443
65:43

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF14ArgumentParser16DecodedArgumentsV_Tg5
# Func Hash:
1040079909134615379
# Num Counters:
9
# Counter Values:
136
170
102
0
68
136
0
0
29
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
3
33:34
65:17
129:17
0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF14ArgumentParser17NameSpecificationV7ElementV_Tg5
# Func Hash:
1040079909134615379
# Num Counters:
9
# Counter Values:
1208
1208
1140
0
68
1208
0
0
63
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
1
33:68
0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF14ArgumentParser4NameO_Sit_Tg5
# Func Hash:
1040079909134615379
# Num Counters:
9
# Counter Values:
3876
1596
3476
0
440
1556
0
0
260
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
4
32:136
64:136
128:88
256:80
0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF14ArgumentParser4NameO_Tg5
# Func Hash:
1040079909134615379
# Num Counters:
9
# Counter Values:
1150
1082
1048
0
102
1082
0
0
31
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
1
17:102
0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF5reach15ShownInterfacesV0Q033_370608E4035DAA2C6534241C6CDE6C1ELLV_Tg5
# Func Hash:
1040079909134615379
# Num Counters:
9
# Counter Values:
126
22
148
0
0
22
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
0
0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF5reach9TextTableV4CellV_Tg5
# Func Hash:
1040079909134615379
# Num Counters:
9
# Counter Values:
15
5
10
0
5
5
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
1
65:5
0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF7Netlink10RouteReplyV7NextHopV_Tg5
# Func Hash:
326953198419788627
# Num Counters:
9
# Counter Values:
120
120
30
0
90
120
0
0
40
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
3
33:30
65:30
129:30
0
1
0:30

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF7Netlink11RouteAnswerO_Tg5
# Func Hash:
1040079909134615379
# Num Counters:
9
# Counter Values:
296
296
74
0
222
296
0
0
156
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
3
33:74
65:74
129:74
0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF7Netlink11RouteLookupV_Tg5
# Func Hash:
326953198419788627
# Num Counters:
9
# Counter Values:
148
148
37
0
111
148
0
0
74
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
3
64:37
128:37
256:37
0
1
0:37

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF7Netlink11RuleMessageV_Tg5
# Func Hash:
326953198419788627
# Num Counters:
9
# Counter Values:
68
48
47
0
21
28
0
0
14
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
3
17:7
33:7
65:7
0
2
65:40
0:7

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF7Netlink12AddressBytesV_Tg5
# Func Hash:
326953198419788627
# Num Counters:
9
# Counter Values:
7
0
7
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
0
0
1
0:7

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF7Netlink14AddressMessageV_Tg5
# Func Hash:
326953198419788627
# Num Counters:
9
# Counter Values:
148
111
74
0
74
111
0
0
58
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
2
64:37
128:37
0
2
0:37
129:37

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF7Netlink17FilterInstructionV_Tg5
# Func Hash:
326953198419788627
# Num Counters:
9
# Counter Values:
105
105
35
0
70
105
0
0
37
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
5
65:35
129:14
33:7
64:7
257:7
0
2
0:21
32:14

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtF9SystemBus20NetworkManagerClientV4Call33_B6222E1989CD7F566C91078F621BC420LLV_Tg5
# Func Hash:
1040079909134615379
# Num Counters:
9
# Counter Values:
15
15
0
0
15
15
0
0
10
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
3
17:5
33:5
65:5
0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtFSS_Tg5
# Func Hash:
1040079909134615379
# Num Counters:
9
# Counter Values:
1349
837
1252
0
97
837
0
0
54
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
3
16:85
33:7
65:5
0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtFSiSg_Tg5
# Func Hash:
326953198419788627
# Num Counters:
9
# Counter Values:
121
121
79
0
42
121
0
0
27
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
2
32:28
64:14
0
2
16:42
0:37

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtFSi_Tg5
# Func Hash:
326953198419788627
# Num Counters:
9
# Counter Values:
1100
1100
400
0
700
1058
0
0
344
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
3
8:347
17:339
33:14
0
2
0:358
16:42

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtFSo11sock_filterV_Tg5
# Func Hash:
326953198419788627
# Num Counters:
9
# Counter Values:
7
0
7
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
0
0
1
0:7

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtFSs_Tg5
# Func Hash:
1040079909134615379
# Num Counters:
9
# Counter Values:
407
407
216
0
191
407
0
0
83
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
2
32:128
64:63
0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtFs5UInt8V_Tg5
# Func Hash:
326953198419788627
# Num Counters:
9
# Counter Values:
149
149
86
0
63
149
0
0
48
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
4
65:28
129:14
513:14
257:7
0
2
0:44
32:42

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtFs6UInt32V5index_12Reachability9PerFamilyVySbG8familiest_Tg5
# Func Hash:
326953198419788627
# Num Counters:
9
# Counter Values:
194
0
194
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
0
0
1
0:194

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtFs6UInt32V_Tg5
# Func Hash:
326953198419788627
# Num Counters:
9
# Counter Values:
1367
1403
1573
0
114
1063
0
0
79
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
7
8:79
513:10
17:5
33:5
65:5
129:5
257:5
0
2
0:1319
4:254

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtFs6UInt64V_Tg5
# Func Hash:
326953198419788627
# Num Counters:
9
# Counter Values:
14
0
14
0
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
3
0
0
1
0:14

$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtFs9CodingKey_p_Tg5
# Func Hash:
1040079909134615379
# Num Counters:
9
# Counter Values:
267
267
267
0
0
267
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
0
0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNewAByxGyF12Reachability13FollowedPathsV6Answer33_8DC7EE384468D240AEE33572D1A8E9C1LLV_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
230
# Num Bitmap Bytes:
$0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNewAByxGyF12Reachability14InterfaceTableV4Node33_A530F964F198215E993B6E8EAC361A47LLV4SlotVyAE12NetworkStateV0I0V__G_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
151
# Num Bitmap Bytes:
$0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNewAByxGyF12Reachability16InterfaceAddressV_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
94
# Num Bitmap Bytes:
$0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNewAByxGyF14ArgumentParser14SplitArgumentsV7ElementV_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
13
# Num Bitmap Bytes:
$0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNewAByxGyF14ArgumentParser4NameO_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
68
# Num Bitmap Bytes:
$0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNewAByxGyF7Netlink11RuleMessageV_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
20
# Num Bitmap Bytes:
$0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNewAByxGyF7Netlink14AddressMessageV_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
37
# Num Bitmap Bytes:
$0

$ss22_ContiguousArrayBufferV20_consumeAndCreateNewAByxGyFs6UInt32V_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
254
# Num Bitmap Bytes:
$0

$ss22__RawDictionaryStorageC4find_9hashValues10_HashTableV6BucketV6bucket_Sb5foundtx_SitSHRzlF14ArgumentParser4NameO_Tg5
# Func Hash:
495568736224722750
# Num Counters:
20
# Counter Values:
0
0
0
0
653
0
0
653
0
637
0
2368
0
0
380
0
16
0
0
0
# Num Bitmap Bytes:
$0

$ss22__RawDictionaryStorageC4find_9hashValues10_HashTableV6BucketV6bucket_Sb5foundtx_SitSHRzlF14ArgumentParser4TreeCyAK15ParsableCommand_pXpG_Tg5
# Func Hash:
238984481110885645
# Num Counters:
3
# Counter Values:
534
483
663
# Num Bitmap Bytes:
$0

$ss22__RawDictionaryStorageC4find_9hashValues10_HashTableV6BucketV6bucket_Sb5foundtx_SitSHRzlF14ArgumentParser8InputKeyV_Tg5
# Func Hash:
259212325137632239
# Num Counters:
15
# Counter Values:
0
716
265
14
158
0
750
821
265
172
530
0
0
231
158
# Num Bitmap Bytes:
$0

$ss22__RawDictionaryStorageC4find_9hashValues10_HashTableV6BucketV6bucket_Sb5foundtx_SitSHRzlFSS_Tg5
# Func Hash:
607699200200471043
# Num Counters:
5
# Counter Values:
211
121
121
250
135
# Num Bitmap Bytes:
$0

$ss22__RawDictionaryStorageC4find_9hashValues10_HashTableV6BucketV6bucket_Sb5foundtx_SitSHRzlFSs_Tg5
# Func Hash:
619802543151161916
# Num Counters:
7
# Counter Values:
0
30
23
0
49
0
0
# Num Bitmap Bytes:
$0

$ss22__RawDictionaryStorageC4find_9hashValues10_HashTableV6BucketV6bucket_Sb5foundtx_SitSHRzlFs5Int32V_Tg5
# Func Hash:
238984481110885645
# Num Counters:
3
# Counter Values:
179
109
224
# Num Bitmap Bytes:
$0

$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlF14ArgumentParser4NameO_Tg5
# Func Hash:
536873290278838000
# Num Counters:
4
# Counter Values:
2368
0
0
0
# Num Bitmap Bytes:
$0

$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlF14ArgumentParser4TreeCyAJ15ParsableCommand_pXpG_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
663
# Num Bitmap Bytes:
$0

$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlF14ArgumentParser8InputKeyV_Tg5
# Func Hash:
1063705162111847769
# Num Counters:
3
# Counter Values:
0
821
532
# Num Bitmap Bytes:
$0

$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlFSS_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
250
# Num Bitmap Bytes:
$0

$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlFSs_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
49
# Num Bitmap Bytes:
$0

$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlFs5Int32V_Tg5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
224
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy12Reachability10LiveRoutesV5EntryVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
194
37
37
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy12Reachability10NameServerVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
37
37
37
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy12Reachability10PathChangeV5FieldOGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
124
2
2
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy12Reachability11NetworkPathV7GatewayVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
194
37
37
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy12Reachability12PathQuestionVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
7
7
7
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy12Reachability13FollowedPathsV6Answer33_8DC7EE384468D240AEE33572D1A8E9C1LLVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
237
7
7
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy12Reachability14InterfaceTableV4Node33_A530F964F198215E993B6E8EAC361A47LLV4SlotVyAC12NetworkStateV0E0V__GGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
151
1
1
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy12Reachability15CarriedFamiliesV5Entry33_7EBADFC4A194EC6436428E26475FFAA7LLVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
194
37
37
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy12Reachability15RouteTranscriptV6RecordVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
230
7
7
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy12Reachability16InterfaceAddressV5FlagsV4flag_SS4nametGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
102
22
22
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy12Reachability16InterfaceAddressVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
304
37
37
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy12Reachability16NetworkInterfaceVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
232
17
17
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy12Reachability3WayOGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
588
37
37
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy12Reachability6CensusV5StepsVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
81
37
37
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy12Reachability9IPAddressVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
132
37
37
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy12Reachability9LiveRouteVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
294
37
37
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy14ArgumentParser0D10DefinitionVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
1732
17
17
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy14ArgumentParser0D3SetVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
672
17
17
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy14ArgumentParser11InputOriginV7ElementOGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
16
12
12
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy14ArgumentParser14SplitArgumentsV7ElementVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
207
17
17
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy14ArgumentParser15ParsableCommand_pXpGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
468
17
17
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy14ArgumentParser16DecodedArgumentsVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
136
17
17
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy14ArgumentParser17NameSpecificationV7ElementVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
2348
17
17
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy14ArgumentParser4NameOGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
1150
17
17
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy14ArgumentParser4NameO_SitGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
3876
17
17
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy14ArgumentParser8InputKeyVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
864
17
17
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy5reach13OutputOptionsV9ColorModeOGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
28
7
7
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy5reach15ShownInterfacesV0E033_370608E4035DAA2C6534241C6CDE6C1ELLVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
126
2
2
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy5reach16ConditionOptionsV14UnknownMeteredOGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
40
10
10
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy5reach9TextTableV4CellVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
35
5
5
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy7Netlink10RouteReplyV7NextHopVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
466
37
37
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy7Netlink11RouteAnswerOGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
296
37
37
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy7Netlink11RouteLookupVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
148
37
37
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy7Netlink11RuleMessageVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
68
7
7
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy7Netlink12AddressBytesVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
7
7
7
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy7Netlink14AddressMessageVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
148
37
37
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy7Netlink17FilterInstructionVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
147
7
7
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCy9SystemBus20NetworkManagerClientV4Call33_B6222E1989CD7F566C91078F621BC420LLVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
20
5
5
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCySSGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
2380
37
37
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCySay5reach9TextTableV4CellVGGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
5
5
5
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCySiGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
1137
37
37
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCySiSgGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
121
37
37
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCySo11sock_filterVGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
7
7
7
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCySsGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
407
37
37
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCySs_s5Int64VtGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
7
7
7
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCys5Int32VGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
7
7
7
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCys5UInt8VGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
5967
37
37
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCys6UInt32V5index_12Reachability9PerFamilyVySbG8familiestGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
194
37
37
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCys6UInt32VGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
1772
37
37
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCys6UInt64VGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
28
7
7
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCys9CodingKey_pGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
534
17
17
# Num Bitmap Bytes:
$0

$ss23_ContiguousArrayStorageCyyXlGMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
255
17
17
# Num Bitmap Bytes:
$0

$ss25LosslessStringConvertibleP14ArgumentParserAC013ExpressibleByD0RzrlE8argumentxSgSS_tcfCSi_Tg5Tf4nd_n
# Func Hash:
265842481338880749
# Num Counters:
28
# Counter Values:
2
0
0
0
0
0
2
0
0
6
0
0
6
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$ss30_copySequenceToContiguousArrayys0dE0Vy7ElementQzGxSTRzlFs06UnfoldB0Vy14ArgumentParser4TreeCyAI15ParsableCommand_pXpGAMSg_SbtG_Tg5
# Func Hash:
1069209489663464500
# Num Counters:
13
# Counter Values:
153
102
0
51
0
102
102
102
0
0
0
51
5
# Num Bitmap Bytes:
$0
# Num Value Kinds:
2
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$ss8sequence5first4nexts14UnfoldSequenceVyxxSg_SbtGx_AFxctlFA2F_Sbtz_tcfU_14ArgumentParser4TreeCyAH15ParsableCommand_pXpG_TG5TA:255
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
2
1
8:51
0

$ss32_copyCollectionToContiguousArrayys0dE0Vy7ElementQzGxSlRzlF12Reachability13SortedIndexesV_Tg5
# Func Hash:
238984484656208796
# Num Counters:
3
# Counter Values:
294
0
0
# Num Bitmap Bytes:
$0

$ss32_copyCollectionToContiguousArrayys0dE0Vy7ElementQzGxSlRzlFSW_Tgq5
# Func Hash:
140494398835109188
# Num Counters:
5
# Counter Values:
37
37
37
37
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
1
32:37

$ss32_copyCollectionToContiguousArrayys0dE0Vy7ElementQzGxSlRzlFShys6UInt64VG_Tg5
# Func Hash:
238984484656208796
# Num Counters:
3
# Counter Values:
14
14
0
# Num Bitmap Bytes:
$0

$ss32_copyCollectionToContiguousArrayys0dE0Vy7ElementQzGxSlRzlFs0E5SliceVySSG_Tg5
# Func Hash:
694937219800265633
# Num Counters:
6
# Counter Values:
42
37
37
37
0
0
# Num Bitmap Bytes:
$0

$ss32_copyCollectionToContiguousArrayys0dE0Vy7ElementQzGxSlRzlFs0E5SliceVys6UInt32VG_Tg5
# Func Hash:
234856435838907297
# Num Counters:
6
# Counter Values:
194
0
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
# NumValueSites:
1
0

$ss5SliceV32withContiguousStorageIfAvailableyqd__Sgqd__SRy7ElementQzGKXEKlFSRyxGq_s5Error_pRi_zRi0_zRi__Ri0__r0_lys5UInt8Vqd__Isgyrzo_ABySS8UTF8ViewVGADsAI_pAMRszr__lIetMggrzo_Tpq5s5Int64VSg_Tg5061$ss17FixedWidthIntegerPsE_5radixxSgqd___SitcSyRd__lufcADSRys5i9VGXEfU_s5L21V_SsTG5SiTf3nnpSi10_nTf1cn_n
# Func Hash:
948827209439393870
# Num Counters:
6
# Counter Values:
7
0
0
7
0
0
# Num Bitmap Bytes:
$0

$ss5SliceV32withContiguousStorageIfAvailableyqd__Sgqd__SRy7ElementQzGKXEKlFqd__AGKXEfU_SRys5UInt8VGABySS8UTF8ViewVGSRyxGq_s5Error_pRi_zRi0_zRi__Ri0__r0_lyAIqd__Isgyrzo_qd__sAO_pALRszr__lIetyggrzo_Tpq5s5Int64VSg_Tg5061$ss17FixedWidthIntegerPsE_5radixxSgqd___SitcSyRd__lufcADSRys5h9VGXEfU_s5L21V_SsTG5SiTf3nnpSi10_nTf1nnc_nTf4xn_n
# Func Hash:
578646910423574283
# Num Counters:
37
# Counter Values:
7
0
0
0
7
0
0
7
0
0
7
0
0
7
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
0
7
0
0
0
# Num Bitmap Bytes:
$0

$ss6UInt32V5index_12Reachability9PerFamilyVySbG8familiestMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
37
37
37
# Num Bitmap Bytes:
$0

$ss7Decoder_pMa
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
267
17
# Num Bitmap Bytes:
$0

$ss7Decoder_pWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
602
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
$s14ArgumentParser18SingleValueDecoderVwCP:602

$ss7RawSpanV7NetlinkE4textSSvg
# Func Hash:
247671768614831967
# Num Counters:
10
# Counter Values:
53722
42987
10735
0
0
0
0
0
0
0
# Num Bitmap Bytes:
$0

$ss8sequence5first4nexts14UnfoldSequenceVyxxSg_SbtGx_AFxctlFA2F_Sbtz_tcfU_14ArgumentParser4TreeCyAH15ParsableCommand_pXpG_Tg5
# Func Hash:
811594939830459089
# Num Counters:
3
# Counter Values:
153
102
153
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser4TreeC4path12toFirstWhereSayACyxGGSbxXE_tFAFSgAFcfU_Tf2nni_nAA15ParsableCommand_pXp_TG5TA:153

$ss9CodingKey_pMa
# Func Hash:
784007059655560962
# Num Counters:
2
# Counter Values:
551
17
# Num Bitmap Bytes:
$0

$ss9CodingKey_pWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
316
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
__swift_memcpy1_1:316

$sxRi_zRi0_zly12Reachability13SortedIndexesVIsegr_SgWOe
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
5185
0
# Num Bitmap Bytes:
$0

$sxSg14ArgumentParser0A19DefinitionContainerA2bCP11helpOptionsAB0aC0V4HelpV0F0VvgZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
264
# Num Bitmap Bytes:
$0

$sxSg14ArgumentParser0A19DefinitionContainerA2bCP6update12parsedValues5value3key6originyAB06ParsedG0Vz_9ContainedQzAB8InputKeyVAB0M6OriginVtFZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
9
# Num Bitmap Bytes:
$0

$sxSg14ArgumentParser0a32DefinitionContainerExpressibleByA0A2B0efA0Rzl9ContainedAB0acD0P_AbDPWT
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
36
# Num Bitmap Bytes:
$0

$sxSg14ArgumentParser0a32DefinitionContainerExpressibleByA0A2B0efA0RzlAbCP23defaultValueDescriptionySSSg7InitialQzSgFZTW
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
264
# Num Bitmap Bytes:
$0

$sxSg14ArgumentParser0a32DefinitionContainerExpressibleByA0A2B0efA0RzlWI
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
36
# Num Bitmap Bytes:
$0

$sypSgMa
# Func Hash:
1063705160746808702
# Num Counters:
3
# Counter Values:
964
17
17
# Num Bitmap Bytes:
$0

$sypSgWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
482
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:482

$sypSgWOh
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
249
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
** External Symbol **:249

$sypWOb
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
680
# Num Bitmap Bytes:
$0

$sypWOc
# Func Hash:
170957022131388415
# Num Counters:
1
# Counter Values:
1020
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
11
$s5reach20ConfigurationOptionsVwCP:204
$s5reach16ConditionOptionsVwCP:120
** External Symbol **:102
$s14ArgumentParser31AutodetectedGenerateCompletionsVwCP:102
$s14ArgumentParser19GenerateCompletionsVwCP:102
__swift_memcpy1_1:102
$s5reach13OutputOptionsVwCP:84
$s5reach6StatusVwCP:60
$s5reach4WaitVwCP:60
$s5reach5CheckVwCP:60
$s5reach5WatchVwCP:24

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser013ExpressibleByA0PAAs12CaseIterableRzSYRzAaB8RawValueSYRpzrlE03allH12DescriptionsSDyS2SGvgZyAHz_xtXEfU_TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
164
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser0A0V12wrappedValue7parsing4help10completionACySayqd__GGAH_AA0A20ArrayParsingStrategyVAA0A4HelpVSgAA14CompletionKindVSgtcAHRszAA013ExpressibleByA0Rd__lufcAA0A3SetVAA8InputKeyVcfU_TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
20
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser0A10DefinitionV9container3key4kind15allValueStrings4help07defaultH11Description15parsingStrategy6parser7initial10completionACxm_AA8InputKeyVAC4KindOSaySSGAA0A4HelpVSgSSSgAC07ParsingN0O9ContainedQzAO_AA0R6OriginVAA4NameOSgSStKc7InitialQzSgAA010CompletionT0VSgtcAA0aC9ContainerRzlu33_1706B12A21ABB12C4003529A385B6A5ALlfcyA0__A3_SSAA12ParsedValuesVztKcfU_TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
9
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser0A10DefinitionV9container3key4kind15allValueStrings4help07defaultH11Description15parsingStrategy6parser7initial10completionACxm_AA8InputKeyVAC4KindOSaySSGAA0A4HelpVSgSSSgAC07ParsingN0O9ContainedQzAO_AA0R6OriginVAA4NameOSgSStKc7InitialQzSgAA010CompletionT0VSgtcAA0aC9ContainerRzlu33_1706B12A21ABB12C4003529A385B6A5ALlfcyA0__AA12ParsedValuesVztcfU0_AA4BareOySSG_TG5TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
17
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser0A10DefinitionV9container3key4kind15allValueStrings4help07defaultH11Description15parsingStrategy6parser7initial10completionACxm_AA8InputKeyVAC4KindOSaySSGAA0A4HelpVSgSSSgAC07ParsingN0O9ContainedQzAO_AA0R6OriginVAA4NameOSgSStKc7InitialQzSgAA010CompletionT0VSgtcAA0aC9ContainerRzlu33_1706B12A21ABB12C4003529A385B6A5ALlfcyA0__AA12ParsedValuesVztcfU0_TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
95
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser0A10DefinitionV9container3key4kind4help15parsingStrategy7initial10completionACxm_AA8InputKeyVAC4KindOAA0A4HelpVSgAC07ParsingI0O7InitialQzSgAA010CompletionN0VSgtcAA0ac22ContainerExpressibleByA0Rzlufc9ContainedQzAL_AA0L6OriginVAA4NameOSgSStKcfU_TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
9
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser0A3SetV4flag3key4name7default4helpAcA8InputKeyV_AA17NameSpecificationVSbSgAA0A4HelpVSgtFZyAA0I6OriginV_AA0K0OSgAA12ParsedValuesVztcfU_TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser0A3SetV4flag3key4name7default4helpAcA8InputKeyV_AA17NameSpecificationVSbSgAA0A4HelpVSgtFZyAA0I6OriginV_AA12ParsedValuesVztcfU0_TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
121
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser11OptionGroupV5title10visibilityACyxGSS_AA0A10VisibilityVtcfcAA0A3SetVAA8InputKeyVcfU_TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
136
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser4FlagVAASbRszlE4name7initial4helpACySbGAA17NameSpecificationV_SbSgAA0A4HelpVSgtc33_4A276EFEBCBB2C9B65ADA202F321CCEALlfcAA0A3SetVAA8InputKeyVcfU_TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
450
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser4TreeC4path12toFirstWhereSayACyxGGSbxXE_tFAFSgAFcfU_Tf2nni_nAA15ParsableCommand_pXp_TG5TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
153
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser6OptionV4name7parsing4help10completionACyqd__SgGAA17NameSpecificationV_AA26SingleValueParsingStrategyVAA0A4HelpVSgAA14CompletionKindVSgtcAHRszAA013ExpressibleByA0Rd__lufcAA0A3SetVAA8InputKeyVcfU_TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
264
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser6OptionVA2A013ExpressibleByA0RzlE12wrappedValue4name7parsing4help10completionACyxGx_AA17NameSpecificationVAA06SingleG15ParsingStrategyVAA0A4HelpVSgAA14CompletionKindVSgtcfcAA0A3SetVAA8InputKeyVcfU_TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
96
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$s14ArgumentParser6OptionVA2A013ExpressibleByA0RzlE4name7parsing4help10completionACyxGAA17NameSpecificationV_AA26SingleValueParsingStrategyVAA0A4HelpVSgAA14CompletionKindVSgtcfcAA0A3SetVAA8InputKeyVcfU_SS_Tg5TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
34
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;$ss8sequence5first4nexts14UnfoldSequenceVyxxSg_SbtGx_AFxctlFA2F_Sbtz_tcfU_14ArgumentParser4TreeCyAH15ParsableCommand_pXpG_TG5TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
255
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;objectdestroy
# Func Hash:
238984481799490044
# Num Counters:
3
# Counter Values:
267
233
159
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;objectdestroy
# Func Hash:
238984482353853237
# Num Counters:
3
# Counter Values:
0
0
0
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;objectdestroy
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
272
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;objectdestroy
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
0
0
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;objectdestroy
# Func Hash:
811594940626252597
# Num Counters:
3
# Counter Values:
120
120
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
2
__swift_noop_void_return:85
** External Symbol **:35

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;objectdestroy.11
# Func Hash:
238984482353853237
# Num Counters:
3
# Counter Values:
0
0
0
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;objectdestroy.11
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
414
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;objectdestroy.14
# Func Hash:
444246270180815031
# Num Counters:
4
# Counter Values:
0
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
0
0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;objectdestroy.14
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
34
34
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;objectdestroy.14
# Func Hash:
811594940626252597
# Num Counters:
3
# Counter Values:
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;objectdestroy.2
# Func Hash:
238984482353853237
# Num Counters:
3
# Counter Values:
0
0
0
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;objectdestroy.2
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
102
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;objectdestroy.2
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
0
0
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;objectdestroy.20
# Func Hash:
238984482353853237
# Num Counters:
3
# Counter Values:
330
330
85
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;objectdestroy.29
# Func Hash:
238984482353853237
# Num Counters:
3
# Counter Values:
25
25
0
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;objectdestroy.29
# Func Hash:
811594940626252597
# Num Counters:
3
# Counter Values:
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;objectdestroy.5
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
830
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;objectdestroy.5
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
34
0
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;objectdestroy.5
# Func Hash:
811594940626252597
# Num Counters:
3
# Counter Values:
0
0
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;objectdestroy.6
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
520
520
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;objectdestroy.8
# Func Hash:
238984482353853237
# Num Counters:
3
# Counter Values:
34
0
0
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;objectdestroy.8
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
450
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;objectdestroy.8
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
0
0
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/ArgumentParser.build/BashCompletionsGenerator.swift.o;objectdestroy.8
# Func Hash:
1063614631780832336
# Num Counters:
3
# Counter Values:
380
360
116
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
2
5
** External Symbol **:140
** External Symbol **:132
** External Symbol **:40
$s5reach16ConditionOptionsV14UnknownMeteredOwet:40
$s5reach13OutputOptionsV9ColorModeOwet:28
2
__swift_noop_void_return:68
** External Symbol **:48

.build/profiling/x86_64-unknown-linux-gnu/release/LinuxSystem.build/AddressText.swift.o;$s11LinuxSystem11AddressTextO10formatIPv433_D88584FEA95B85CD95F241829DE029E7LLySSs6UInt32VFZSiSrys5UInt8VGXEfU_TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
166
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/LinuxSystem.build/AddressText.swift.o;$sSlsSQ7ElementRpzrlE5split9separator9maxSplits25omittingEmptySubsequencesSay11SubSequenceQzGAB_SiSbtFSbABXEfU_SS_TG5TA
# Func Hash:
431494654108067943
# Num Counters:
3
# Counter Values:
0
0
0
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/LinuxSystem.build/AddressText.swift.o;$sSlsSQ7ElementRpzrlE5split9separator9maxSplits25omittingEmptySubsequencesSay11SubSequenceQzGAB_SiSbtFSbABXEfU_SS_TG5TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
2892
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/Netlink.build/AddressMessage.swift.o;$s7Netlink0A6SocketV6lookUpyAA11RouteAnswerOAA0E6LookupVAA0A5ErrorVYKFyAA13MessageHeaderV_s7RawSpanVtAJYKXEfU_TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
259
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/Netlink.build/AddressMessage.swift.o;objectdestroy
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
40
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/Netlink.build/AddressMessage.swift.o;objectdestroy.3
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
40
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/Netlink.build/AddressMessage.swift.o;objectdestroy.6
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
201
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/Reachability.build/Backoff.swift.o;$s12Reachability11NetworkPathV16forEachInterfaceyyyAA0bF0VKXEKFys6UInt32V_AA0B5StateV0F0VtKXEfU_TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5040
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/Reachability.build/Backoff.swift.o;$s12Reachability12NetworkWatchC11takeChanges33_3970E20975DBA11DC433A9C9D0D2A029LL4into__yAA0B5StateVz_AC4NewsVzAA11PathMonitorC10StatisticsVzt7Netlink0T5ErrorVYKFyAO11KernelEventOXEfU0_TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
541
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/Reachability.build/Backoff.swift.o;$s12Reachability12PathFollowerV6decide33_DBA1C1815A6F4709C6D57419BE208978LL_11leavesDoubtSbAA12KernelRoutesC_SbtKFAA0B5BasisCSgyXEfU_TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
230
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/Reachability.build/Backoff.swift.o;$s12Reachability12PathFollowerV6decide33_DBA1C1815A6F4709C6D57419BE208978LL_11leavesDoubtSbAA12KernelRoutesC_SbtKFSbAA07NetworkB0VXEfU0_TA
# Func Hash:
238984481596976647
# Num Counters:
3
# Counter Values:
264
250
34
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/Reachability.build/Backoff.swift.o;$s12Reachability15NetworkObserverO7observe_10needsRulesAA0B5StateV7Netlink0H6SocketV_SbtKFZyAH11LinkMessageVnXEfU0_TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5185
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/Reachability.build/Backoff.swift.o;$s12Reachability15NetworkObserverO7observe_10needsRulesAA0B5StateV7Netlink0H6SocketV_SbtKFZyyXEfU_TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
37
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/SystemBus.build/Bus.swift.o;csd_symbol
# Func Hash:
238984483936707236
# Num Counters:
3
# Counter Values:
165
165
20
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/reach.build/Check.swift.o;$s5reach10StatusJSONV5writes5NeverOyKFyAA10JSONWriterVzKXEfU_yAHzKXEfU_yAHzKXEfU_y12Reachability16NetworkInterfaceVKXEfU_TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
5050
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/reach.build/Check.swift.o;$s5reach10WatchLinesV7hasNewsySb12Reachability11NetworkPathVSgFSbAG_SitXEfU_TA.1
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
186
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/reach.build/Check.swift.o;$s5reach15ShownInterfacesV4takeySbyy12Reachability11NetworkPathV7ShowingOXEXEFyAIXEfU_TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
106
# Num Bitmap Bytes:
$0

.build/profiling/x86_64-unknown-linux-gnu/release/reach.build/Check.swift.o;$s5reach8Watching031_E0A15E8E77BCB37267094F989485F3C0LLV4nextSbyKFy12Reachability12PathFollowerVzXEfU3_TA
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
411
# Num Bitmap Bytes:
$0

__swift_allocate_boxed_opaque_existential_0
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
344
136
# Num Bitmap Bytes:
$0

__swift_allocate_boxed_opaque_existential_1
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
790
204
# Num Bitmap Bytes:
$0

__swift_deallocate_boxed_opaque_existential_1
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
17
0
# Num Bitmap Bytes:
$0

__swift_destroy_boxed_opaque_existential_0
# Func Hash:
728453322856651412
# Num Counters:
2
# Counter Values:
2173
136
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
5
__swift_noop_void_return:1132
$s14ArgumentParser4FlagVwxx:450
$s14ArgumentParser6OptionVwxx:394
** External Symbol **:177
$s14ArgumentParser0A0Vwxx:20

__swift_destroy_boxed_opaque_existential_1
# Func Hash:
728453322856651412
# Num Counters:
2
# Counter Values:
2136
1088
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
9
** External Symbol **:470
$s14ArgumentParser4FlagVwxx:450
$s14ArgumentParser6OptionVwxx:394
__swift_noop_void_return:316
** External Symbol **:224
$s5reach20ConfigurationOptionsVwxx:177
$s14ArgumentParser31AutodetectedGenerateCompletionsVwxx:51
$s14ArgumentParser19GenerateCompletionsVwxx:34
$s14ArgumentParser0A0Vwxx:20

__swift_destroy_boxed_opaque_existential_2
# Func Hash:
728453322856651412
# Num Counters:
2
# Counter Values:
68
0
# Num Bitmap Bytes:
$0
# Num Value Kinds:
1
# ValueKind = IPVK_IndirectCallTarget:
0
# NumValueSites:
1
1
__swift_noop_void_return:68

__swift_instantiateGenericMetadata
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
7634
# Num Bitmap Bytes:
$0

__swift_memcpy0_1
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
153
# Num Bitmap Bytes:
$0

__swift_memcpy16_8
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
396
# Num Bitmap Bytes:
$0

__swift_memcpy17_8
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
102
# Num Bitmap Bytes:
$0

__swift_memcpy1_1
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
4217
# Num Bitmap Bytes:
$0

__swift_memcpy24_8
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
140
# Num Bitmap Bytes:
$0

__swift_memcpy281_8
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
50
# Num Bitmap Bytes:
$0

__swift_memcpy65_8
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
47
# Num Bitmap Bytes:
$0

__swift_mutable_project_boxed_opaque_existential_1
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
81
34
# Num Bitmap Bytes:
$0

__swift_noop_void_return
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
11076
# Num Bitmap Bytes:
$0

__swift_project_boxed_opaque_existential_1
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
3566
340
# Num Bitmap Bytes:
$0

__swift_project_boxed_opaque_existential_2
# Func Hash:
784007056844089447
# Num Counters:
2
# Counter Values:
68
0
# Num Bitmap Bytes:
$0

reach_main
# Func Hash:
742261418966908927
# Num Counters:
1
# Counter Values:
37
# Num Bitmap Bytes:
$0
