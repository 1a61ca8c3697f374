const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/bars-BPBtJQFF.js","assets/format-BmyIZtHV.js","assets/people-Bopwb0rd.js","assets/pages-BwZ1HXMQ.js","assets/search-D6jKORXv.js","assets/frame-CGcKoAir.js","assets/roles-C64W6W0Z.js","assets/letters-jZP3P_qA.js","assets/restored-CoiS-KXJ.js","assets/refused-krWZhnuz.js","assets/notices-DXvKCf7b.js","assets/webhooks-CTTp8csJ.js","assets/once-B1NtcvoI.js","assets/receivers-D2VMo-IF.js","assets/progress-BJ9N5c0Z.js","assets/accounts-DodDM5CP.js","assets/imports-nIbm-604.js","assets/csv-BAUIdU6m.js","assets/pages-CZh8bbuH.js","assets/quotas-Cbz95m80.js","assets/upload-mBLYNdvY.js","assets/use-upload-BvzbLDWv.js","assets/exports-DqXMtK9Y.js","assets/sandboxes-CtHKPLCp.js","assets/lookup-D9GV8qmF.js","assets/record-CI46HYFH.js","assets/why-CUdSIhTa.js","assets/advice-_PbYQKoL.js","assets/patiently-DseSxe2n.js","assets/cases-DN-GZxae.js","assets/export-DnuCnZWy.js","assets/case-Bosm5scF.js","assets/as-before-DsQnHLqh.js","assets/says-DYvdVweD.js","assets/edit-qBdvsgvO.js","assets/asset-form-B6o6sESx.js","assets/decide-DPbT2bDV.js","assets/facts-B5JaZnWA.js","assets/placement-BFJ-XkgQ.js","assets/act-Cs39TIH_.js","assets/case-form-DZqRaZtD.js","assets/card-DDtslWYy.js","assets/edit-task-DKzMHUah.js","assets/new-case-BqqqpEi0.js","assets/verdict-beside-BeTK2Ij9.js","assets/correct-DOqAaBPS.js","assets/policies-CbyJf_sF.js","assets/policy-BOFd5N8O.js","assets/send-C-GCFzz1.js","assets/difference-BOauPkxV.js","assets/tasks-CQAiN3g5.js","assets/waivers-aMg11xnb.js","assets/placements-BgKOrAic.js","assets/profiles-NvPFxgkL.js","assets/profile-C3RoA069.js","assets/deliveries-BVGsQ6Q4.js","assets/administration-C1zRH3Li.js"])))=>i.map(i=>d[i]);
import{A as e,C as t,D as n,E as r,M as i,O as a,S as o,T as s,_ as c,a as l,b as u,c as d,d as f,f as p,g as m,h,i as g,j as _,k as v,m as y,n as b,p as x,r as S,s as C,t as w,u as T,v as E,w as ee,x as D,y as te}from"./format-BmyIZtHV.js";var O,k;function ne(e){return!k||(typeof k==`string`?e.startsWith(k):k.test(e))}function re(e,t){let n=``;if(O=void 0,t&&t.type===`click`){if(t.ctrlKey||t.metaKey||t.altKey||t.shiftKey||t.button!==0)return e;let r=t.composedPath().find(e=>e.nodeName==`A`&&e.href),i=r&&r.getAttribute(`href`);if(!r||r.origin!=location.origin||/^#/.test(i)||!/^(_?self)?$/i.test(r.target)||!ne(i)||r.download)return e;O=!0,t.preventDefault(),n=r.href.replace(location.origin,``)}else t&&t.url?(O=!t.replace,n=t.url):n=location.pathname+location.search;return O===!0?history.pushState(null,``,n):O===!1&&history.replaceState(null,``,n),n}var ie=(e,t,n={})=>{e=e.split(`/`).filter(Boolean),t=(t||``).split(`/`).filter(Boolean),n.params||={};for(let r=0,i,a;r<Math.max(e.length,t.length);r++){let[,o,s,c]=(t[r]||``).match(/^(:?)(.*?)([+*?]?)$/);if(i=e[r],o||s!=i){if(!o&&i&&c==`*`){n.rest=`/`+e.slice(r).join(`/`);break}if(!o||!i&&c!=`?`&&c!=`*`)return;if(a=c==`+`||c==`*`,a?i=e.slice(r).map(decodeURIComponent).join(`/`)||void 0:i&&=decodeURIComponent(i),n.params[s]=i,s in n||(n[s]=i),a)break}}return n};function ae(e){let[t,n]=o(re,e.url||location.pathname+location.search);e.scope&&(k=e.scope);let r=O===!0,i=s(()=>{let e=new URL(t,location.origin),i=e.pathname.replace(/\/+$/g,``)||`/`;return{url:t,path:i,query:Object.fromEntries(e.searchParams),route:(e,t)=>n({url:e,replace:t}),back:()=>{history.back()},forward:()=>{history.forward()},wasPush:r}},[t]);return te(()=>(addEventListener(`click`,n),addEventListener(`popstate`,n),()=>{removeEventListener(`click`,n),removeEventListener(`popstate`,n)}),[]),_(ae.ctx.Provider,{value:i},e.children)}var oe=Promise.resolve();function se(t){let[r,i]=o(e=>e+1,0),{url:a,query:c,wasPush:l,path:u}=pe();if(!a)throw Error(`preact-iso's <Router> must be used within a <LocationProvider>, see: https://github.com/preactjs/preact-iso#locationprovider`);let{rest:d=u,params:f={}}=ee(de),p=D(!1),m=D(u),h=D(1),g=D(),v=D(),y=D(),b=D(!1),x=D();x.current=!1;let S,C,w;n(t.children).some(t=>{if(ie(d,t.props.path,w={...t.props,path:d,query:c,params:Object.assign({},f),rest:``}))return S=e(t,w);t.props.default&&(C=e(t,w))});let T=S||C,E=g.current&&g.current.__u&ce&&g.current.__u&le,O=g.current&&g.current.__h,k=s(()=>{v.current=g.current,g.current=_(de.Provider,{value:w},T);let e=v.current&&v.current.props.children;return!e||!T||T.type!==e.type||T.props.component!==e.props.component?(h.current++,!0):!1},[a,JSON.stringify(w)]);E?(g.current.__u|=ce,g.current.__u|=le):O&&(g.current.__h=!0);let ne=v.current;return v.current=null,this.__c=(e,n)=>{x.current=!0,v.current=ne,t.onLoadStart&&t.onLoadStart(a),p.current=!0;let r=h.current;e.then(()=>{r===h.current&&(v.current=null,g.current&&(n.__h&&(g.current.__h=n.__h),n.__u&le&&(g.current.__u|=le),n.__u&ce&&(g.current.__u|=ce)),oe.then(i))})},te(()=>{let e=this.__v&&this.__v.__e;x.current?!b.current&&!y.current&&(y.current=e):(!b.current&&y.current&&(y.current!==e&&y.current.remove(),y.current=null),b.current=!0,m.current!==u&&(l&&scrollTo(0,0),t.onRouteChange&&t.onRouteChange(a),m.current=u),t.onLoadEnd&&p.current&&t.onLoadEnd(a),p.current=!1)},[u,l,r]),k?[_(ue,{r:g,key:h.current}),_(ue,{r:v,key:h.current-1})]:_(ue,{r:g,key:h.current})}var ce=32,le=128,ue=({r:e})=>e.current;se.Provider=ae,ae.ctx=v({});var de=v({}),fe=e=>_(e.component,e),pe=()=>ee(ae.ctx),me=()=>ee(de),he=i.__b;i.__b=e=>{e.type&&e.type._forwarded&&e.ref&&(e.props.ref=e.ref,e.ref=null),he&&he(e)};function A(e){let n,r,i=()=>e().then(e=>r=e&&e.default||e),a=e=>{let[,a]=t(0),o=D(r);if(n||=i(),r!==void 0)return _(r,e);throw o.current||=n.then(()=>a(1)),n};return a.preload=()=>(n||=i(),n),a._forwarded=!0,a}var ge=i.__e;i.__e=(e,t,n)=>{if(e&&e.then){let r=t;for(;r=r.__;)if(r.__c&&r.__c.__c)return t.__e??(t.__c.__z=[n.__e],t.__e=n.__e,t.__k=n.__k),t.__k||=[],r.__c.__c(e,t)}ge&&ge(e,t,n)};function _e(e){return this.__c=ve,this.componentDidCatch=e.onError,e.children}function ve(e){e.then(()=>this.forceUpdate())}var ye=(function(){let e=typeof document<`u`&&document.createElement(`link`).relList;return e&&e.supports&&e.supports(`modulepreload`)?`modulepreload`:`preload`})(),be=function(e){return`/console/`+e},xe={},Se=function(e){return e.pathname.endsWith(`.css`)},Ce=function(e,t,n){if(t in e)return e[t];let r=n();if(!r){e[t]=void 0;return}let i=r.then(()=>{e[t]=void 0},n=>{throw e[t]=void 0,n});return e[t]=i,i},j=function(e,t,n){let r=Promise.resolve();if(t&&t.length>0){let e,i=document.querySelector(`meta[property=csp-nonce]`),a=i?.nonce||i?.getAttribute(`nonce`);function o(e){return Promise.all(e.map(e=>Promise.resolve(e).then(e=>({status:`fulfilled`,value:e}),e=>({status:`rejected`,reason:e}))))}function s(e){return import.meta.resolve?new URL(import.meta.resolve(e)):new URL(e,import.meta.url)}r=o(t.map(t=>{t=be(t,n);let r=s(t),i=Se(r);return Ce(xe,r.href,()=>{if(e===void 0){e={all:new Set,styles:new Set};let t=document.getElementsByTagName(`link`);for(let n=t.length-1;n>=0;n--){let r=t[n];e.all.add(r.href),r.rel===`stylesheet`&&e.styles.add(r.href)}}if((i?e.styles:e.all).has(r.href))return;let t=document.createElement(`link`);if(t.rel=i?`stylesheet`:ye,i||(t.as=`script`),t.crossOrigin=``,t.href=r.href,a&&t.setAttribute(`nonce`,a),document.head.appendChild(t),i)return new Promise((e,n)=>{let i=a=>{t.removeEventListener(`load`,i),t.removeEventListener(`error`,i),a.type===`error`?n(Error(`Unable to preload CSS for ${r}`)):e(a)};t.addEventListener(`load`,i),t.addEventListener(`error`,i)})})}).filter(e=>e!==void 0))}function i(e){let t=new Event(`vite:preloadError`,{cancelable:!0});if(t.payload=e,window.dispatchEvent(t),!t.defaultPrevented)throw e}return r.then(t=>{for(let e of t||[])e.status===`rejected`&&i(e.reason);return e().catch(i)})};function M(e,t){return t==null?``:e[t]??t}var we={deficient:`Deficient`,unknown:`Outstanding`,waived:`Exception`,compliant:`In compliance`,notApplicable:`No requirement`},Te={deficient:`Not insured as the lender requires`,unknown:`Information that decides it is outstanding`,waived:`In compliance, but for an exception that was approved`,compliant:`Insured as the lender requires`,notApplicable:`The lender requires nothing here, or no risk profile is set`},Ee=[`deficient`,`unknown`,`waived`,`compliant`,`notApplicable`],De={applicability_unknown:`Not known if required`,no_policy:`No policy`,not_started:`Policy not started`,expired:`Policy expired`,cancelled:`Policy cancelled`,deactivated:`Policy deactivated`,dates_unknown:`Policy dates not known`,insured_not_named:`Borrower not named insured`,insured_unknown:`Named insured not known`,asset_not_covered:`Asset not on the policy`,clause_missing:`Lender clause missing`,rating_too_low:`Carrier rating too low`,rating_unknown:`Carrier rating not known`,form_not_accepted:`Coverage form not accepted`,claims_made:`Claims-made form`,form_unknown:`Coverage form not known`,valuation_not_accepted:`Valuation not accepted`,valuation_unknown:`Valuation not known`,coinsurance_too_high:`Coinsurance too high`,coinsurance_unknown:`Coinsurance not known`,deductible_too_high:`Deductible too high`,deductible_unknown:`Deductible not known`,currency_differs:`Currency differs`,endorsement_missing:`Endorsement missing`,endorsement_unknown:`Endorsement not known`,excluded:`Exclusion not accepted`,exclusion_unknown:`Exclusions not known`,notice_too_short:`Notice of cancellation too short`,notice_unknown:`Notice of cancellation not known`,evidence_missing:`Evidence missing`,evidence_temporary:`Temporary evidence run out`,not_confirmed:`Renewal not confirmed`,primary_missing:`Primary layer missing`,peril_missing:`Peril not covered`,limit_too_low:`Limit too low`,limit_unknown:`Limit not known`,required_amount_unknown:`Required amount not known`,aggregate_too_low:`Aggregate limit too low`,period_too_short:`Period of indemnity too short`,period_unknown:`Period of indemnity not known`,attachment_gap:`Gap below the layer`},Oe={fail:`Not met`,unknown:`Outstanding`,waived:`Exception`},ke={DRAFT:`Draft`,OPEN:`Open`,ONBOARDING:`Onboarding`,approved:`Approved`,onHold:`On hold`,closed:`Closed`},Ae={paidOff:`Loan paid off`,sold:`Loan sold`,chargedOff:`Loan charged off`,transferred:`Serviced by somebody else`,error:`Opened by mistake`},je={active:`Active`,renewalInProgress:`Renewal in progress`,onHold:`On hold`,deactivated:`Deactivated`},Me={selfManaged:`Followed up by the lender`,serviceManaged:`Followed up by us`},N={collectEvidence:`Collect evidence`,reviewDocument:`Review a document`,renewalFollowUp:`Follow up a renewal`,resolveDeficiency:`Resolve a deficiency`,cancellationFollowUp:`Follow up a cancellation`,forcePlacementReview:`Review lender-placed insurance`,caseApproval:`Approve a case or an exception`,loanMissing:`Find a missing loan`,refundPlacement:`Give back placed insurance`,placementDuty:`See to placed insurance`,placementFacts:`Record what a placement needs`};function Ne(e){return e.type===`caseApproval`?e.waiverId?`Decide an exception`:`Approve a case`:M(N,e.type)}var Pe={open:`Open`,inProgress:`In progress`,paused:`Paused`,completed:`Completed`,cancelled:`Cancelled`},Fe=[`open`,`inProgress`,`paused`],Ie={request:`Request for renewal`,reminder:`Reminder`,final:`Final reminder`,lapsed:`Coverage has lapsed`,warning:`Warning`,forcePlacementReview:`Review of lender-placed insurance`,deficiency:`Request for correction`,deficiencyReminder:`Reminder to correct`,deficiencyFinal:`Final reminder to correct`},Le={planned:`Planned`,sent:`Sent`,suppressed:`Suppressed`,skipped:`Skipped`,cancelled:`Not needed any more`,failed:`Failed`},Re={pending:`Waiting`,sent:`Accepted by the mail server`,refused:`Refused by the mail server`,abandoned:`Given up`},ze={policyOnHold:`The policy is on hold`,policyDeactivated:`The policy is deactivated`,evidenceInReview:`Evidence came in and is being reviewed`,endDateUnknown:`The end date of the policy is not known`,allStepsDone:`All steps of this term are done`},Be={pending:`Waiting for its next attempt`,delivered:`Delivered`,failed:`Failed`},Ve={requested:`Requested`,approved:`Approved`,rejected:`Rejected`,revoked:`Revoked`},He={nonPayment:`Premium not paid`,underwriting:`Carrier does not want the risk`,insuredRequest:`Insured asked for it`,rewritten:`Another policy replaces it`,other:`Another reason`},Ue={proposed:`To be decided`,accepted:`Accepted`,partlyAccepted:`Partly accepted`,rejected:`Rejected`},We={proposed:`To be decided`,accepted:`Accepted`,rejected:`Rejected`},Ge={created:`Created`,newTerm:`New term`,correction:`Correction or confirmation`},Ke={primary:`Primary`,excess:`Excess`,umbrella:`Umbrella`},qe={perOccurrence:`Each occurrence`,aggregate:`Aggregate`,total:`Total`},Je={Special:`Special`,Broad:`Broad`,Basic:`Basic`,Unknown:`Not known`},Ye={mortgagee:`Mortgagee`,lendersLossPayable:`Lender’s loss payable`,lossPayee:`Loss payee`,additionalInsured:`Additional insured`,certificateHolder:`Certificate holder`},Xe={LOAN_AMOUNT:`Loan amount`,INSURABLE_VALUE:`Insurable value`,LESSER:`Lesser of loan amount and insurable value`,FLOOD:`Federal flood rules: least of balance, insurable value and the program’s maximum`},Ze={TARGET:`Each building or the case`,LOAN:`All buildings together`},Qe={ANY:`One of the borrowers`,ALL:`Each of the borrowers`},$e={AM_BEST:`A.M. Best`,DEMOTECH:`Demotech`,SP:`S&P`,MOODYS:`Moody’s`},et={replacementCost:`Replacement cost`,actualCashValue:`Actual cash value`,agreedValue:`Agreed value`,functionalReplacementCost:`Functional replacement cost`},tt={carrier:`Carrier`,limits:`Limits`,deductibles:`Deductible`,coverageFormType:`Form`,mortgageeClauses:`Clauses`,insureds:`Named insureds`,perils:`Perils`,valuation:`Valuation`,endorsements:`Endorsements`,exclusions:`Exclusions`,noticeDays:`Days of notice`,attachment:`Attachment`},nt={LIMIT:`the limit`,INSURED_VALUE:`the insured value`},rt={voluntary:`By the borrower`,lenderPlaced:`Lender-placed`},it={regX:`Hazard insurance of a home (Regulation X, 12 CFR 1024.37)`,flood:`Flood insurance (42 USC 4012a(e), 12 CFR 22.7)`,contract:`The loan agreement`},at={noticed:`First notice`,reminded:`Reminder sent`,mayPlace:`May be placed`,placed:`Placed`,charged:`Charged`,cancelled:`Cancelled`,refunded:`Refunded`,cured:`Cured`},ot={post:`By post`,email:`By e-mail`},st={firstClass:`First class`,priority:`Priority`,certified:`Certified`,registered:`Registered`,express:`Express`,standard:`Standard`},ct={first:`First notice`,reminder:`Reminder`,reminderGap:`Reminder about a gap`,renewal:`Renewal notice`,renewalNotice:`Renewal notice`,place:`Place the insurance`,charge:`Charge the borrower`,cancel:`Cancel with the carrier`,refund:`Give back`},lt={ACCEPT:`what a new term takes over from the one before counts`,UNKNOWN:`what a new term takes over from the one before is outstanding until it is confirmed`},ut={loanNumber:`loan number`,displayName:`name`,insured:`named insured`,asset:`address`,policyNumber:`policy number`},dt={serviceAccount:`Lender`,staff:`Staff`,person:`Person`,system:`covertrack`,evidenceLink:`Evidence link`};function ft(e,t){let n=M(dt,t);return n===e?e:`${e} (${n.toLowerCase()})`}var pt={admin:`Administrator`,analyst:`Analyst`,viewer:`Viewer`},mt={office:`Office`,mobile:`Mobile`,home:`Home`,fax:`Fax`,other:`Another`},ht={viewer:`Viewer`,analyst:`Analyst`,approver:`Approver`,admin:`Administrator`,support:`Support`,operator:`Operator`},gt={live:`live`,test:`test`,sandbox:`sandbox`},_t=Symbol.for(`pv`),vt=0;Array.isArray;function P(e,t,n,r,a,o){t||={};var s,c,l=t;if(`ref`in l&&typeof e!=`function`)for(c in l={},t)c==`ref`?s=t[c]:l[c]=t[c];var u={type:e,props:l,key:n,ref:s,__k:null,__:null,__b:0,__e:null,__c:null,constructor:_t,__v:--vt,__i:-1,__u:0};return(a||o)&&(u.__source=a,u.__self=o),i.vnode&&i.vnode(u),u}var yt={accountRole:`role`,body:`opening`,carriedOver:`not confirmed since renewal`,claimsMade:`claims-made form`,coinsurancePercent:`coinsurance, percent`,coverageFormType:`coverage form`,coverageTypeIds:`coverages`,expiresOn:`last day`,externalId:`key in other systems`,gapDays:`days without cover`,insuranceContactCCIds:`contacts in copy`,insuranceContactsCC:`contacts in copy`,insuranceContactIds:`insurance contacts`,insuredIds:`named insureds`,managementType:`follow-up`,mortgageeClauseIds:`mortgagee clauses`,naicCode:`NAIC number`,amBestRating:`A.M. Best rating`,noticeDays:`days of notice`,perilsByAsset:`perils by asset`,riskProfileId:`risk profile`,statedValues:`statement of values`,url:`address`,versionNumber:`version`,waiverId:`exception`},bt=e=>yt[e]??e.replace(/Ids?$/,``).replace(/([a-z])([A-Z])/g,`$1 $2`).toLowerCase(),F={...ke,...je,...Pe,...Ve,...at,...Ue,...Be,...Le},xt=e=>(F[String(e)]??String(e)).toLowerCase(),St={status:F,statusBeforeHold:F,state:F,stateBeforeHold:F,verdict:we,codes:De,carriedOver:tt,clauseType:Ye,coverageFormType:Je,coverageLayer:Ke,kind:qe,limitBasis:Xe,managementType:Me,of:nt,programme:it,placement:rt,reason:{...Ae,...He},step:Ie,type:N,valuation:et};function Ct(e,t,n){if(e==null||e===``||Array.isArray(e)&&e.length===0)return`nothing`;if(Array.isArray(e))return e.map(e=>Ct(e,t,n)).join(e.every(e=>typeof e==`string`)?`, `:`; `);if(typeof e==`boolean`)return e?`yes`:`no`;if(typeof e==`number`)return e.toLocaleString(`en-US`);if(typeof e==`string`)return wt(e,t,n);let r=e;return typeof r.amount==`string`&&typeof r.currency==`string`?d(r):Object.entries(r).filter(([,e])=>e!==null).map(([e,t])=>`${bt(e)} ${Ct(t,e,n)}`).join(`, `)}function wt(e,t,n){return/^\d{4}-\d{2}-\d{2}(T00:00:00(\.000)?Z)?$/.test(e)?S(e):/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(e)?g(e):St[t]?.[e]??(/^[0-9a-f-]{36}$/.test(e)?n(e):e)}var Tt=e=>e.replace(/`([^`]+)`/g,(e,t,n)=>{if(!/^[A-Za-z][\w.[\]]*$/.test(t))return t;let r=Et(t.replace(/\[(\d+)\]/g,`/$1`).replaceAll(`.`,`/`));return n===0?r.charAt(0).toUpperCase()+r.slice(1):r}),Et=e=>e.replace(/^\/variables\/input(?=\/|$)/,``).split(`/`).filter(e=>e!==``).map(e=>/^\d+$/.test(e)?String(Number(e)+1):/^[A-Za-z]+$/.test(e)?bt(e):e).join(` `);function Dt({query:e}){if(e.data===void 0)return null;let t=T(e.since);return e.stale?P(`span`,{class:`since warn`,role:`status`,children:[`Shown as of `,t,`; `,f.value?`reading it again failed: ${e.error?.message??``}`:`connection lost`,` `,P(`button`,{type:`button`,onClick:()=>void e.reload(),disabled:e.loading,children:`Try again`})]}):P(`span`,{class:`since quiet`,children:[`As of `,t]})}var Ot={network:`Check your connection. The page tries again automatically.`,not_found:`It does not exist in this portfolio. Check the address, or look it up in the other portfolios.`,rate_limited:`There were too many requests. Wait a minute, then try again.`,overloaded:`The server is busy. Wait a little, then try again.`,unavailable:`The server cannot reach its database. Wait a little, then try again.`};function kt({refusal:e,retry:t}){return P(`div`,{class:`problem`,role:`alert`,children:[P(`p`,{children:[P(`strong`,{children:e.message}),` `,Ot[e.code]]}),P(At,{refusal:e}),t&&P(`button`,{type:`button`,onClick:t,children:`Try again`}),e.requestId&&P(`p`,{class:`quiet`,children:[`Quote this when you ask for help: `,P(`code`,{children:e.requestId})]})]})}function At({refusal:e}){return e.violations.every(({message:t})=>t===e.message)?null:P(`ul`,{children:e.violations.map(({pointer:e,message:t})=>P(`li`,{children:[t,` `,P(`span`,{class:`quiet`,children:Et(e)})]},e+t))})}var jt=`/console`,Mt=(e,t=!1)=>{t?location.replace(e):location.assign(e)};function Nt(e){Mt=e}function I(...e){let t=e.filter(e=>typeof e==`string`).map(e=>`/${encodeURIComponent(e)}`),n=e.find(e=>typeof e==`object`);return jt+t.join(``)+Ht(new URLSearchParams,n??{})}function Pt(e,t=!1){Mt(e,t)}var Ft=c(``);function It(){Ft.value=location.href}function Lt(){return Ft.value,new URLSearchParams(location.search)}function Rt(e){return Lt().get(e)??``}function zt(e){return Rt(e).split(`,`).filter(Boolean)}function Bt(e,t={}){Pt(location.pathname+Ht(new URLSearchParams(location.search),e),!t.push)}function Vt(e){return location.pathname+Ht(Lt(),e)}function L(){Ft.value;let[,e]=/^\/console\/([^/]+)/.exec(location.pathname)??[];return e&&e!==`look-up`?decodeURIComponent(e):void 0}function Ht(e,t){for(let[n,r]of Object.entries(t)){let t=Array.isArray(r)?r.join(`,`):r==null?``:String(r);t===``?e.delete(n):e.set(n,t)}let n=e.toString().replaceAll(`%2C`,`,`).replaceAll(`%5B`,`[`).replaceAll(`%5D`,`]`);return n&&`?${n}`}var R=class extends Error{code;requestId;violations;status;retryAfter=0;constructor(e,t,n,r=``,i=[]){super(n),this.name=`Refusal`,this.status=e,this.code=t,this.requestId=r,this.violations=i}};function z(e){return{"Content-Type":`application/json`,"X-Console":`1`,...e.portfolio&&{"X-Portfolio":e.portfolio},...e.idempotencyKey&&{"Idempotency-Key":e.idempotencyKey}}}function Ut(e,t){return{documentId:e.__meta__?.hash,variables:t}}async function B(e,t,n={}){let r=await V(`/graphql`,{method:`POST`,headers:{...z(n),Accept:`application/graphql-response+json`},body:JSON.stringify(Ut(e,t)),...n.signal&&{signal:n.signal}}),i=await Wt(r),a=Kt(r,i);if(a)throw a;return i.data}async function V(e,t){try{let n=await fetch(e,t);return f.value=!0,n}catch(e){throw t.signal?.aborted?e:(f.value=!1,new R(0,`network`,`The server cannot be reached.`))}}async function Wt(e){try{return await e.json()}catch{return}}var Gt=({pointer:e,message:t})=>({pointer:e,message:Tt(t)});function Kt(e,t){let n=e.headers.get(`X-Request-Id`)??``,r=t?.errors?.[0],i=r?.extensions?.code??(e.ok&&t?.data?``:`unreadable`);if(e.status===401&&(y.value||(p.value=r?.message??``),y.value=!0),!i)return;let a=t?.errors?.flatMap(e=>e.extensions?.errors??[]).map(Gt)??[],o=r?Tt(r.message):`The server answered ${e.status} and nothing that can be read.`,s=new R(e.status,i,o,r?.extensions?.requestId??n,a);return s.retryAfter=Number(e.headers.get(`Retry-After`)??0),s}var qt=3e4,Jt=5e3;function H(e){return e instanceof R?e:new R(0,`page`,`The page could not read the answer: ${String(e)}`)}function U(e,n,r=L()){let i=JSON.stringify([e.__meta__?.hash,n,r]),[a,o]=t({loading:!0,since:new Date}),s=D(void 0);async function c(){s.current?.abort();let t=s.current=new AbortController;o(e=>({...e,loading:!0}));try{let a=await B(e,n,{portfolio:r,signal:t.signal});t.signal.aborted||o({data:a,key:i,loading:!1,since:new Date})}catch(e){t.signal.aborted||o(t=>Yt(t,i,H(e)))}}E(()=>(c(),()=>s.current?.abort()),[i]),Xt(i,a,()=>void c());let{key:l,...u}=a;return{...u,loading:a.loading||l!==i,stale:a.error!==void 0&&a.data!==void 0,reload:c}}function Yt({data:e,key:t,since:n},r,i){return{...e!==void 0&&t===r&&{data:e},key:r,since:n,error:i,loading:!1}}function Xt(e,t,n){let r=Zt(t.error);E(()=>{if(r===void 0||t.loading)return;let e=setTimeout(n,r);return addEventListener(`online`,n),()=>{clearTimeout(e),removeEventListener(`online`,n)}},[e,r,t.loading]),E(()=>{let e=()=>{!document.hidden&&Date.now()-t.since.getTime()>qt&&n()};return document.addEventListener(`visibilitychange`,e),()=>document.removeEventListener(`visibilitychange`,e)},[e,t.since])}function Zt(e){return e?.code===`network`||e?.status===503?Jt:e?.status===401&&!y.value?0:void 0}function Qt(e,n,r,i=!0){let[a,o]=t({}),s=JSON.stringify(n);E(()=>{if(!i)return;let t=new AbortController,a=setTimeout(()=>{B(e,n,{portfolio:L(),signal:t.signal}).then(e=>!t.signal.aborted&&o({data:e,key:s}),e=>!t.signal.aborted&&o(({data:t})=>({...t!==void 0&&{data:t},refusal:H(e),key:s})))},r);return()=>{clearTimeout(a),t.abort()}},[s,i]);let{key:c,...l}=a;return{...l,busy:i&&c!==s}}function $t(e,n=L()){let[r,i]=t({busy:!1}),a=D(void 0);async function o(t){let r=JSON.stringify(t);a.current?.variables!==r&&(a.current={variables:r,key:crypto.randomUUID()}),i({busy:!0});try{let r=await B(e,t,{portfolio:n,idempotencyKey:a.current.key});return a.current=void 0,i({busy:!1}),r}catch(e){let t=H(e);throw t.status>0&&t.status<500&&(a.current=void 0),i({busy:!1,error:t}),t}}return{...r,write:o,clear:()=>i({busy:!1})}}var en=e=>e.replace(/[\s,$]/g,``);function tn(e,t=`USD`){let n=en(e);return n?{amount:n,currency:t}:void 0}var nn=e=>e?new Intl.NumberFormat(`en-US`,{maximumFractionDigits:4}).format(e.amount):``,rn=e=>e?e===`yes`:null,an=e=>e===!0?`yes`:e===!1?`no`:``;function on(e){let t=e.map(({pointer:e,message:t})=>({pointer:e.replace(/^\/variables\/input(?=\/|$)/,``),message:t})),n=new Set;return Object.assign(e=>{let r=t.filter(t=>t.pointer===e),i=r.length>0?r:t.filter(t=>t.pointer.startsWith(`${e}/`)).slice(0,1);for(let{message:e}of i)n.add(e);return i.length>0?[...new Set(i.map(({message:e})=>e))].join(` `):void 0},{shown:n})}function sn(e,t){let{status:n,code:r,message:i,requestId:a,violations:o}=e;return new R(n,r,i,a,o.map(e=>({...e,pointer:`/${t}`})))}function cn(e){return t=>e.find(({pointer:e})=>e.split(`/`).includes(t))?.message}function ln(e){let n=D(null),[r,i]=t(!1),[a,o]=t();E(()=>{let e=document.activeElement;return n.current?.showModal(),()=>e?.focus()},[]),E(()=>n.current?.querySelector(`[aria-invalid]`)?.focus(),[a]);async function s(t){t.preventDefault(),i(!0),o(void 0);try{await e.onConfirm(),e.onClose()}catch(e){o(H(e)),i(!1)}}return P(`dialog`,{ref:n,onClose:e.onClose,"aria-label":e.title,children:P(`form`,{method:`dialog`,onSubmit:e=>void s(e),children:[P(`h2`,{children:e.title}),P(`div`,{class:`what`,children:e.what}),e.children?.(cn(a?.violations??[]),on(a?.violations??[])),a&&P(kt,{refusal:a}),P(`div`,{class:`actions`,children:[P(`button`,{type:`button`,onClick:e.onClose,children:`Back`}),P(`button`,{type:`submit`,class:e.danger?`danger`:`primary`,disabled:r,children:r?`Working…`:e.action})]})]})})}function un({label:t,hint:n,error:r,children:i}){let a=u(),o=[n&&`${a}-hint`,r&&`${a}-error`].filter(Boolean).join(` `);return P(`div`,{class:`field`,children:[P(`label`,{for:a,children:t}),e(i,{id:a,...o&&{"aria-describedby":o},...r&&{"aria-invalid":!0}}),n&&P(`p`,{class:`hint`,id:`${a}-hint`,children:n}),r&&P(`p`,{class:`error`,id:`${a}-error`,role:`alert`,children:r})]})}function dn(e){return P(`div`,{class:`scroll`,...!e.onOpen&&{tabIndex:0,role:`region`,"aria-label":e.caption},children:P(`table`,{class:e.dense?`dense`:void 0,children:[P(`caption`,{class:`hidden`,children:e.caption}),P(`thead`,{children:P(`tr`,{children:e.columns.map(t=>P(fn,{column:t,sort:e.sort,onSort:e.onSort},t.key))})}),P(`tbody`,{onKeyDown:e.onOpen&&hn,children:e.rows.map((t,n)=>P(pn,{row:t,first:n===0,props:e},e.rowKey(t)))})]})})}function fn({column:e,sort:t,onSort:n}){let r=e.numeric?`number`:void 0;if(!e.sorts||!n)return P(`th`,{scope:`col`,class:r,children:e.title});let[i,a]=e.sorts,o=t===i?`ascending`:t===a?`descending`:`none`;return P(`th`,{scope:`col`,class:r,"aria-sort":o,children:P(`button`,{type:`button`,class:`sort`,onClick:()=>n(t===i?a:i),children:[e.title,` `,P(`span`,{"aria-hidden":`true`,children:o===`ascending`?`▲`:o===`descending`?`▼`:`↕`})]})})}function pn({row:e,first:t,props:n}){let{columns:r,onOpen:i}=n,a=n.current!==void 0&&n.current===n.rowKey(e);return P(`tr`,{...i&&{tabIndex:a||t&&n.current===void 0?0:-1,class:`opens`},"aria-current":a||void 0,onClick:t=>i&&!mn(t)&&i(e),onKeyDown:t=>i&&t.key===`Enter`&&t.target===t.currentTarget&&i(e),children:r.map(t=>P(`td`,{class:t.numeric?`number`:void 0,children:t.cell(e)},t.key))})}function mn(e){return!!e.target.closest(`a, button, input, select, label`)||String(getSelection())!==``}function hn(e){let t=e.target.closest(`tr`),n=t?.parentElement?.children,r={ArrowDown:t?.nextElementSibling,ArrowUp:t?.previousElementSibling,Home:n?.[0],End:n?.[n.length-1]}[e.key];r instanceof HTMLElement&&(e.preventDefault(),r.focus())}var gn={deficient:`✕`,unknown:`?`,waived:`~`,compliant:`✓`,notApplicable:`–`};function _n({value:e}){return e?P(`span`,{class:`verdict ${e}`,title:M(Te,e),children:[P(`span`,{"aria-hidden":`true`,children:gn[e]}),` `,M(we,e)]}):P(`span`,{class:`quiet`,children:`–`})}function vn({text:e,tone:t}){return P(`span`,{class:`status ${t??``}`,children:e})}function yn({value:e}){return e?P(`span`,{class:`money`,children:d(e)}):P(`span`,{class:`quiet`,children:`–`})}function bn({value:e,distance:t}){if(!e)return P(`span`,{class:`quiet`,children:`–`});let n=l(e);return P(`time`,{class:`day`,dateTime:e.slice(0,10),title:n,children:[S(e),t&&P(`span`,{class:`quiet`,children:[` `,n]})]})}function xn({value:e}){return e?P(`time`,{class:`day`,dateTime:e,title:`${new Date(e).toISOString()} (UTC)`,children:g(e)}):P(`span`,{class:`quiet`,children:`–`})}function W({to:e,children:t,...n}){return P(`a`,{href:e,...n,children:t})}function Sn(e){let t=t=>{let n=e.choices.map(e=>e.value).filter(n=>e.chosen.includes(n)&&n!==t);e.onChange(e.chosen.includes(t)?n:e.single?[t]:[...n,t])};return P(`div`,{class:`chips`,role:`group`,"aria-label":e.label,children:e.choices.map(({value:n,label:r,title:i})=>P(`button`,{type:`button`,class:`chip`,"aria-pressed":e.chosen.includes(n),title:i,onClick:()=>t(n),children:r},n))})}function Cn({value:e,one:t,many:n=`${t}s`}){return P(`span`,{class:`total`,"data-total":e,"aria-live":`polite`,children:b(e,t,n)})}function G({what:e}){return P(`p`,{class:`loading`,role:`status`,children:e?`Reading ${e}…`:`Reading…`})}function K({children:e}){return P(`p`,{class:`empty`,children:e})}var q=class extends String{__apiType;value;__meta__;constructor(e,t){super(e),this.value=e,this.__meta__=t}toString(){return this.value}};new q(`
    fragment ExportLine on Export {
  id
  format
  nouns
  on
  scheduleId
  state
  records
  total
  reason
  createdAt
}
    `,{fragmentName:`ExportLine`}),new q(`
    fragment ImportLine on Import {
  id
  name
  state
  rows
  done
  releasedAt
  createdAt
  files {
    fileName
  }
  counts {
    create
    change
    unchanged
    refused
    skipped
    missing
  }
  createdBy {
    kind
    name
  }
}
    `,{fragmentName:`ImportLine`}),new q(`
    fragment Sandboxed on Sandbox {
  id
  name
  from
  now
  state
  target
  failure
  portfolioId
  expiresAt
}
    `,{fragmentName:`Sandboxed`}),new q(`
    fragment VerdictShareParts on VerdictShare {
  verdict
  cases
  loanAmounts {
    amount
    currency
  }
}
    `,{fragmentName:`VerdictShareParts`}),new q(`
    fragment CaseContact on Contact {
  __typename
  id
  displayName
  email
  ... on Broker {
    phone
    brokerage {
      name
    }
  }
  ... on User {
    role
  }
}
    `,{fragmentName:`CaseContact`}),new q(`
    fragment LimitRow on Limit {
  coverageType
  coverageTypes
  asset
  perils
  kind
  amount {
    amount
    currency
  }
  marginPercent
  otherValues {
    amount
    currency
  }
  actualLossSustained
  months
  extendedDays
}
    `,{fragmentName:`LimitRow`}),new q(`
    fragment CasePolicy on Policy {
  id
  displayName
  status
  statusBeforeHold
  onHoldAt
  deactivatedAt
  createdAt
  coverageLayer
  coverageTypes {
    id
    name
  }
  policyNumber
  carrier {
    name
    amBestRating
  }
  startDate
  endDate
  termNumber
  currentVersionId
  premium {
    amount
    currency
  }
  deductible {
    amount
    currency
  }
  limits {
    ...LimitRow
  }
  cancellation {
    termNumber
    effectiveDate
    reason
    recordedAt
    reinstatedOn
    document {
      id
      name
    }
  }
  renewal {
    nextNoticeAt
    lastStep
    paused
    blockedBy
    pausedUntil
  }
  versions {
    id
    versionNumber
    termNumber
    reason
    createdAt
    startDate
    endDate
  }
}
    fragment LimitRow on Limit {
  coverageType
  coverageTypes
  asset
  perils
  kind
  amount {
    amount
    currency
  }
  marginPercent
  otherValues {
    amount
    currency
  }
  actualLossSustained
  months
  extendedDays
}`,{fragmentName:`CasePolicy`}),new q(`
    fragment CaseDocument on Document {
  id
  name
  fileName
  fileType
  createdAt
  category {
    id
    name
  }
}
    `,{fragmentName:`CaseDocument`}),new q(`
    fragment CaseWaiver on Waiver {
  id
  state
  coverageType {
    id
    name
  }
  assetId
  asset {
    id
    displayName
  }
  codes
  reason
  document {
    id
    name
  }
  expiresOn
  requestedBy
  requestedAt
  decidedBy
  decidedAt
}
    `,{fragmentName:`CaseWaiver`}),new q(`
    fragment CaseFacts on Case {
  id
  displayName
  externalId
  status
  statusBeforeHold
  onHoldAt
  closure {
    reason
    on
    note
    closedAt
    statusBefore
  }
  managementType
  loanNumber
  loanAmount {
    amount
    currency
  }
  outstandingBalance {
    amount
    currency
  }
  maturityDate
  federallyRelated
  createdAt
  updatedAt
  riskProfile {
    id
    name
    version
    requirements {
      coverageType
    }
  }
  program {
    id
    name
  }
  insureds {
    id
    displayName
  }
  insuranceContacts {
    ...CaseContact
  }
  insuranceContactsCC {
    ...CaseContact
  }
  mortgageeClauses {
    id
    clauseType
    certificateHolder {
      name
    }
  }
  caseVerdict {
    verdict
    lenderPlaced
    codes
    nextChangeOn
    evaluatedAt
    shortfalls {
      amount
      currency
    }
  }
  complianceHistory {
    id
    from
    to
    codes
    at
    auditEventId
  }
  assets {
    id
    displayName
    externalId
    createdAt
    assetType {
      key
      name
    }
    documents {
      id
    }
    fields {
      key
      label
      value
    }
  }
  policies {
    ...CasePolicy
  }
  documents {
    ...CaseDocument
  }
  tasks {
    id
    policyId
    type
    state
    dueAt
    reason
    waiverId
    createdAt
    assigneeId
    assignee {
      displayName
    }
  }
  waivers {
    ...CaseWaiver
  }
}
    fragment CaseContact on Contact {
  __typename
  id
  displayName
  email
  ... on Broker {
    phone
    brokerage {
      name
    }
  }
  ... on User {
    role
  }
}
fragment CasePolicy on Policy {
  id
  displayName
  status
  statusBeforeHold
  onHoldAt
  deactivatedAt
  createdAt
  coverageLayer
  coverageTypes {
    id
    name
  }
  policyNumber
  carrier {
    name
    amBestRating
  }
  startDate
  endDate
  termNumber
  currentVersionId
  premium {
    amount
    currency
  }
  deductible {
    amount
    currency
  }
  limits {
    ...LimitRow
  }
  cancellation {
    termNumber
    effectiveDate
    reason
    recordedAt
    reinstatedOn
    document {
      id
      name
    }
  }
  renewal {
    nextNoticeAt
    lastStep
    paused
    blockedBy
    pausedUntil
  }
  versions {
    id
    versionNumber
    termNumber
    reason
    createdAt
    startDate
    endDate
  }
}
fragment CaseDocument on Document {
  id
  name
  fileName
  fileType
  createdAt
  category {
    id
    name
  }
}
fragment CaseWaiver on Waiver {
  id
  state
  coverageType {
    id
    name
  }
  assetId
  asset {
    id
    displayName
  }
  codes
  reason
  document {
    id
    name
  }
  expiresOn
  requestedBy
  requestedAt
  decidedBy
  decidedAt
}
fragment LimitRow on Limit {
  coverageType
  coverageTypes
  asset
  perils
  kind
  amount {
    amount
    currency
  }
  marginPercent
  otherValues {
    amount
    currency
  }
  actualLossSustained
  months
  extendedDays
}`,{fragmentName:`CaseFacts`}),new q(`
    fragment LookedUpCase on Case {
  id
  displayName
  loanNumber
}
    `,{fragmentName:`LookedUpCase`}),new q(`
    fragment LookedUpPolicy on Policy {
  id
  displayName
  policyNumber
  case {
    ...LookedUpCase
  }
}
    fragment LookedUpCase on Case {
  id
  displayName
  loanNumber
}`,{fragmentName:`LookedUpPolicy`}),new q(`
    fragment LookedUpEvent on AuditEvent {
  id
  at
  actorKind
  actorId
  actorName
  action
  subjectType
  subjectId
  changes
  requestId
}
    `,{fragmentName:`LookedUpEvent`}),new q(`
    fragment LookedUpDelivery on WebhookDelivery {
  id
  endpointId
  eventId
  type
  deliveryState: state
  attemptCount
  nextAttemptAt
  settledAt
  createdAt
  subject {
    type
    id
    caseId
  }
  attempts {
    at
    status
    error
  }
}
    `,{fragmentName:`LookedUpDelivery`}),new q(`
    fragment LookedUp on Node {
  __typename
  id
  ... on Case {
    ...LookedUpCase
    caseStatus: status
    onHoldAt
    createdAt
    updatedAt
  }
  ... on Document {
    documentName: name
    fileName
    createdAt
    case {
      ...LookedUpCase
    }
  }
  ... on Asset {
    displayName
    createdAt
    case {
      ...LookedUpCase
    }
  }
  ... on Insured {
    displayName
    createdAt
    updatedAt
  }
  ... on InsuredGroup {
    name
    createdAt
    updatedAt
  }
  ... on RiskProfile {
    name
    version
    isPublished
    createdAt
  }
  ... on Broker {
    displayName
    email
    createdAt
    updatedAt
  }
  ... on Brokerage {
    name
    createdAt
    updatedAt
  }
  ... on User {
    displayName
    email
    active
    createdAt
    updatedAt
  }
  ... on CoverageType {
    name
    key
  }
  ... on Peril {
    name
    key
  }
  ... on AssetType {
    name
    key
  }
  ... on DocumentCategory {
    name
    key
  }
  ... on Program {
    name
    createdAt
    updatedAt
  }
  ... on CertificateHolder {
    name
    createdAt
    updatedAt
  }
  ... on MortgageeClause {
    clauseType
    certificateHolder {
      id
      name
    }
    createdAt
    updatedAt
  }
  ... on Policy {
    ...LookedUpPolicy
    policyStatus: status
    startDate
    endDate
    onHoldAt
    deactivatedAt
    createdAt
    updatedAt
  }
  ... on PolicyVersion {
    versionNumber
    termNumber
    versionReason: reason
    isCurrent
    createdAt
    policy {
      ...LookedUpPolicy
    }
  }
  ... on Task {
    taskType: type
    taskState: state
    due: dueAt
    reason
    waiverId
    createdAt
    updatedAt
    taskCase: case {
      ...LookedUpCase
    }
    taskPolicy: policy {
      ...LookedUpPolicy
    }
  }
  ... on Waiver {
    waiverState: state
    waiverReason: reason
    expiresOn
    createdAt
    case {
      ...LookedUpCase
    }
    coverageType {
      id
      name
    }
  }
  ... on Placement {
    programme
    placementState: state
    earliestChargeOn
    createdAt
    updatedAt
    case {
      ...LookedUpCase
    }
    coverageType {
      id
      name
    }
  }
  ... on RenewalNotice {
    step
    noticeState: state
    noticeDueAt: dueAt
    settledAt
    skipReason
    recipients
    createdAt
    noticePolicy: policy {
      ...LookedUpPolicy
    }
    noticeCase: case {
      ...LookedUpCase
    }
  }
  ... on PrintFile {
    letterCount
    printFileState: state
    createdAt
  }
  ... on PlacementLetter {
    noticeStep: step
    number
    means
    letterState: state
    createdAt
    letterCase: case {
      ...LookedUpCase
    }
  }
  ... on NoticeWording {
    programme
    noticeStep: step
    version
    isCurrent
    createdAt
  }
  ... on LetterTemplate {
    step
    version
    subjectLine: subject
    isCurrent
    createdAt
  }
  ... on EvidenceLink {
    expiresAt
    revokedAt
    createdAt
    policy {
      ...LookedUpPolicy
    }
  }
  ... on Evidence {
    evidenceState: state
    submittedAt
    decidedAt
    createdAt
    policy {
      ...LookedUpPolicy
    }
  }
  ... on AuditEvent {
    ...LookedUpEvent
  }
  ... on WebhookEndpoint {
    url
    description
    enabled
    disabledReason
    createdAt
    updatedAt
  }
  ... on WebhookDelivery {
    ...LookedUpDelivery
  }
}
    fragment LookedUpEvent on AuditEvent {
  id
  at
  actorKind
  actorId
  actorName
  action
  subjectType
  subjectId
  changes
  requestId
}
fragment LookedUpDelivery on WebhookDelivery {
  id
  endpointId
  eventId
  type
  deliveryState: state
  attemptCount
  nextAttemptAt
  settledAt
  createdAt
  subject {
    type
    id
    caseId
  }
  attempts {
    at
    status
    error
  }
}
fragment LookedUpCase on Case {
  id
  displayName
  loanNumber
}
fragment LookedUpPolicy on Policy {
  id
  displayName
  policyNumber
  case {
    ...LookedUpCase
  }
}`,{fragmentName:`LookedUp`}),new q(`
    fragment Tried on Compliance {
  verdict
  demands {
    key
    coverageType {
      id
      name
    }
    verdict
    targets {
      verdict
      asset {
        id
        displayName
      }
      findings {
        code
        outcome
        counted
        message
        policyId
      }
    }
    findings {
      code
      outcome
      counted
      message
      policyId
    }
  }
}
    `,{fragmentName:`Tried`}),new q(`
    fragment CasePlacement on Placement {
  id
  caseId
  programme
  state
  timeZone
  renewsId
  lapsedOn
  coverageType {
    id
    name
  }
  asset {
    id
    displayName
  }
  estimate {
    amount
    currency
  }
  notices {
    step
    handedOverOn
    wrongAddress
  }
  letters {
    id
    step
    means
    state
    skipReason
    printFileId
    mailedOn
    settledAt
  }
  carrier
  policyNumber
  premium {
    amount
    currency
  }
  effectiveOn
  endsOn
  endsEarlyOn
  cancelledOn
  charges {
    on
    amount {
      amount
      currency
    }
  }
  earliestChargeOn
  earliestRule
  earliestSource
  owed {
    amount
    currency
  }
  refund {
    amount {
      amount
      currency
    }
    dueOn
  }
  duties {
    what
    source
    earliestOn
    dueOn
    doneOn
    isLate
  }
}
    `,{fragmentName:`CasePlacement`}),new q(`
    fragment PolicyCancellation on Cancellation {
  termNumber
  effectiveDate
  reason
  reinstatedOn
  recordedAt
}
    `,{fragmentName:`PolicyCancellation`}),new q(`
    fragment ProfileParts on RiskProfile {
  id
  name
  description
  version
  isPublished
  isLatestVersion
  publishedAt
  carriedOver
  otherCoverages
  requirements {
    key
    coverageType
    assetTypes
    perils
    weight
    clauseType
    certificateHolder
    formTypes
    minimumRating
    limitBasis
    limitPercent
    limitPer
    maximumDeductiblePercent
    insuredNamed
    occurrenceForm
    valuation
    maximumCoinsurancePercent
    endorsements
    prohibitedExclusions
    minimumMonths
    minimumExtendedDays
    minimumLimit {
      amount
      currency
    }
    minimumAggregate {
      amount
      currency
    }
    maximumDeductible {
      amount
      currency
    }
    minimumRatings {
      agency
      rating
      size
    }
    deductibles {
      perils
      maximumAmount {
        amount
        currency
      }
      maximumPercent
      maximumHours
    }
    noticeDays {
      cancellation
      nonPayment
    }
    evidence {
      categories
      temporaryCategories
      temporaryDays
    }
    appliesWhen {
      floodZones
      states
      loanAmount {
        gte {
          amount
          currency
        }
        lt {
          amount
          currency
        }
      }
      insurableValue {
        gte {
          amount
          currency
        }
        lt {
          amount
          currency
        }
      }
      fields {
        fieldType
        in
        gte
        lt
      }
    }
  }
}
    `,{fragmentName:`ProfileParts`}),new q(`
    fragment TriedDemand on DemandCompliance {
  findings {
    message
    outcome
    counted
  }
  targets {
    findings {
      message
      outcome
      counted
    }
  }
}
    `,{fragmentName:`TriedDemand`});var wn={__meta__:{hash:`sha256:b27ed68643a57c4c13cb16ef8747ca566f0d30cf1eaa398b8f8aec66c65dd707`}},Tn={__meta__:{hash:`sha256:038a50585006c31d6d1f747d7aa2988f3050e9026f064d8a6371ba65830c615f`}},En={__meta__:{hash:`sha256:9e7d56a7d00f68b51f6c8adcef622020ffe7f1cd039c62341153c86bfeb52248`}},Dn={__meta__:{hash:`sha256:3f84cd9248f43d507d5c8ee8c1516107a8274a6cc3a97f8eb6606c5bc8a3bcaa`}},On={__meta__:{hash:`sha256:9df2040c1dc86a809bc5f12a1a13222d7e45793b40cce10b12647b748bd61a73`}},kn={__meta__:{hash:`sha256:fa7cabb524fdbcefd4ef581c5e62511c8f54c9ceddccf45a98670c789081461b`}},An={__meta__:{hash:`sha256:2a12c7e1eb1c75cab2e5a470d2d3873c3de3c056cc6613462ee362c8e9d1e142`}},jn={__meta__:{hash:`sha256:08ae0592284b541cf6a3d9b839ee5aa8192e81965c7c2096656b0c4965fda40d`}},Mn={__meta__:{hash:`sha256:11735e0f0e25c109ca4f71d496f8a90ed76176bf91a21bfcc0912958e10b43d1`}},Nn={__meta__:{hash:`sha256:45fe290a58cb4f1ba39aa06b75a82bbd692951dfe385606550b00fb8dc7649de`}},Pn={__meta__:{hash:`sha256:7591f45ca2f3ddbd709cf97dd1f8756869a015220f9303f476f5cb66ceefbe98`}},Fn={__meta__:{hash:`sha256:95f6d4a1f636ccf7ed8b9111d57c00dc621f483d81637e559d101fb3a0d8bcc3`}},In={__meta__:{hash:`sha256:cb93b9b760df69aac77a67f8417c845cd503db10994cfbffd9fbabebc3fd3db7`}},Ln={__meta__:{hash:`sha256:eba9b036a588d416fc81d0c92b0460e5cea2c0f2b213be361233ccf710b9373a`}},Rn={__meta__:{hash:`sha256:cd427024d3d62be9bb79cfc0dd6a87b971889288b2635c769df84a51a412d2cb`}},zn={__meta__:{hash:`sha256:1930d917ac64b6e6dd1d22a46ad374e7d26a4f2cf3972fd457af0c412539d94e`}},Bn={__meta__:{hash:`sha256:4a87726d56ff36a7a40d7d0dc30cc4d9a499ca8f6dc26c9bcf6cd3c12d6e9516`}},Vn={__meta__:{hash:`sha256:35cca19ae3e29749e7221ac927288432a1490ea53af55d3106251350037f0d7c`}},Hn={__meta__:{hash:`sha256:2107d0699efc5db7617933f9e7f3a31eed5991720236bcf07b4c287a36fa6fe3`}},Un={__meta__:{hash:`sha256:d4a208668011bbe6c0075ffa5d4de7474989c404e76d12ed450c3e5b9c7737ff`}},Wn={__meta__:{hash:`sha256:2827daa9a3acdaa534bbe20ed976a60da0d6df3edc7045cefff8aa47d800c14e`}},Gn={__meta__:{hash:`sha256:be5f8b2f815eac6be121b7d47d9cb31c6c376c49817dc0f2fe719920dce25a16`}},Kn={__meta__:{hash:`sha256:8298acacacff07f07db7da01b46cd20c559149a8c447fdbba204fd737ff2c878`}},qn={__meta__:{hash:`sha256:ec5d9296b42b3050055c47467bf278a0e09f7f99536525bb7074312c434cc46b`}},Jn={__meta__:{hash:`sha256:33e3ec256a5dd38b584607c2acf01e98503fe32a195ae93b2d3f601e52617c60`}},Yn={__meta__:{hash:`sha256:5621e28796c93dd9ac52aa79b0c9cb33dc38a7c54c30ff212293469a52c97c72`}},Xn={__meta__:{hash:`sha256:a9e3fc4ad2b7593d2def94100fa2dc9dde649b487296924b94efe6d99d9921d0`}},Zn={__meta__:{hash:`sha256:8ce59ecd24600cd65c88c1b062f80310d77f5407ecaea67b712b79c67b773dc4`}},Qn={__meta__:{hash:`sha256:af49cba0c08392d07d3e04da975ae6938c2cd37a0830a9d18671c51c111d8f35`}},$n={__meta__:{hash:`sha256:56a489bfc52813929958ec97555b3b1b62c95503816f0973c2b8b602bd717f5e`}},er={__meta__:{hash:`sha256:3c196310262d85aeed4d107b76d816d36c9146082581b861cb3bccb701d5feb5`}},tr={__meta__:{hash:`sha256:2582240352eee5350d75261027b1ec259e306b5ae423dd34d429c13b6f921259`}},nr={__meta__:{hash:`sha256:0e484b036b14d3ebadc40e3fc722042cf215af214ff16dbb15b618903965e2e8`}},rr={__meta__:{hash:`sha256:d8aff8c0affba682e2462acede8c9d35372ced5f163dafe13cffd2bb45c64af5`}},ir={__meta__:{hash:`sha256:6dc16d90310b5184e175a648a3eca3d8f06bf51ec5a5ad5ade375d10baf6c790`}},ar={__meta__:{hash:`sha256:8cc3191d3a9fce5d104a005aa8ba0214f305f73528b1375dd3062e1c20461270`}},or={__meta__:{hash:`sha256:9bd13f2134e2cff5bc020ab9958e49c3a146a7889c2c4bc73ba7fa092d0692e3`}},sr={__meta__:{hash:`sha256:1d6dd80f23eb642781b8a82ab5286eeade7bb89ec91a0097231c3216c0562590`}},cr={__meta__:{hash:`sha256:d989441d24f28d0764cb3919221f1bc615096d0759f43dd674daa39304addeea`}},lr={__meta__:{hash:`sha256:b4e841ea963232afc92823661930823a87155ff51d7886b1fecb5476342c7737`}},ur={__meta__:{hash:`sha256:8a570f4efcc0bc0c548c4aa96fed94a17ed731d79862a80240d4ae0fad5e45b0`}},dr={__meta__:{hash:`sha256:118a455deea22644b100d52760230e0a38ff8fafd990232d63330ad60c3d153b`}},fr={__meta__:{hash:`sha256:23977772fbb9fedb6d0bac0452ebeef00e222d9745272ab926bb0bdbd606dd4f`}},pr={__meta__:{hash:`sha256:15b170bdd809b3fd6ac492e90d58086a474c0f17a49acbdb869f68992c1202a0`}},mr={__meta__:{hash:`sha256:e7130fb7abe1aa698d7abb4e60a11c9dac9e1a697dccfab1712e2a6e564a4764`}},hr={__meta__:{hash:`sha256:6b6ad4440b366678586a5c10730463f21c1dd12d361f355b485377d4bd73b10f`}},gr={__meta__:{hash:`sha256:a4165810d9dee41a05d64c09b923547ada0769c5eb858a5aa889a749cd0c134d`}},_r={__meta__:{hash:`sha256:9b93f53b6d7552c8f37d68faf24aae318ce46644c4c6d9b63a2530f9eb5282e5`}},vr={__meta__:{hash:`sha256:27db1d0d3de976fd8b09ca4afe7d092a56f36f1665964628cfd9d994766440be`}},yr={__meta__:{hash:`sha256:a3721b2e02c51aa911c6027be70dce3b7e39ceed51c83352f26790aea361edbb`}},br={__meta__:{hash:`sha256:973eab53e704099e0ee21647e7940cbb93150cece1f36efaa9cfcb9ff0d153c1`}},xr={__meta__:{hash:`sha256:e3ac1ea2484f845563f1c48de388c264aab65bb76702c46c8b204ecc543190ea`}},Sr={__meta__:{hash:`sha256:3f5e66def84113f33080f38c4be80942d6168db476b90defd02c6e7c9f18fa72`}},Cr={__meta__:{hash:`sha256:4f26e804910bbd02f77f8718ba22ca4e9f375da64845c1556f0ec90f8f4bdb90`}},wr={__meta__:{hash:`sha256:c5ea68cde79f5328eb37d07dac8f4e4c5b6be0a1778cf18a6dbea22c8e4824fa`}},Tr={__meta__:{hash:`sha256:ab0c96e9bf508fd9392ad42877944c4b732d220612cbd04a2a6086d3c7b954e1`}},Er={__meta__:{hash:`sha256:5b87b691c08b5ca1fe6071c919218a6ece1c088fd4f5b13d04c462241bf4cdaf`}},Dr={__meta__:{hash:`sha256:84524021cd85cab5bd04288bf4185d3b1b0cb52f239c7db1794ca7bd1f32b143`}},Or={__meta__:{hash:`sha256:73dcdca8798553460df4409a936921e84685792a8f0182b0a7ce5c55b19a5087`}},kr={__meta__:{hash:`sha256:f16643484d1bd8083e79e7f5b4e24c94d5f1d93a87fa55137fbe74058240ce83`}},Ar={__meta__:{hash:`sha256:2de6e4c3d7fc7a9cf34a149b767aaca72fd951fa5008a245ebbbdf65c45feef7`}},jr={__meta__:{hash:`sha256:507cd98b6ce2d6779a0ca02d7715d84bc38f9891779bffdf0abfa53aed8ada4c`}},Mr={__meta__:{hash:`sha256:f8f4f6fbddc9528b68ff7d4115019e6ec4bab55cb73750f6d15ab7c27ea97b69`}},Nr={__meta__:{hash:`sha256:a1349dab79c0e16697856ac83d1e9d4752cfa7debfb8c6f630756d55590f5a94`}},Pr={__meta__:{hash:`sha256:53b753d229e19c7494cf9d6036081e1d953a3ab424da66f22badcf8eef45c09d`}},Fr={__meta__:{hash:`sha256:5a7daad98249776dc854c7ef38a15aab05e7f6c148420923f27f3b50d24250f1`}},Ir={__meta__:{hash:`sha256:c1787d81a77a96c555aa8f526e84263830c2040b5c5b0b2ac516d7ada699890f`}},Lr={__meta__:{hash:`sha256:c7bc0a20bd41635946547f84e135b2bb182a421e11b604851708dd7a47d5e1e2`}},Rr={__meta__:{hash:`sha256:a52fa39ff4c7273925ad02acdf736e487ac15f546dfdfe2faee17e5dc63cb8e7`}},zr={__meta__:{hash:`sha256:d48b835b722e9ede34996a965b24555285b9226f1aeb5ad467747c8504dffce0`}},Br={__meta__:{hash:`sha256:1532544467f249f99bda4df9a15a73243167ee1d652062dc659b4a97c40b44cf`}},Vr={__meta__:{hash:`sha256:e47d16a2bb2d9b756fb7985c8107cd11bb41af8305711de0d597d965dd7b4926`}},Hr={__meta__:{hash:`sha256:5a84d690e95195707d90ee973f09655614b31a920f187c59a29ed5bf19a131f1`}},Ur={__meta__:{hash:`sha256:53940ffa55bcd42f1d5261a919ae9cde06cc907826ff9aae565ec1b42f9b45d6`}},Wr={__meta__:{hash:`sha256:e93e0bdc9d06e0786454a0f1541b0c3c75d19385e3d8b4aabe543153d298de8a`}},Gr={__meta__:{hash:`sha256:4af242e3cc20b5db94d87b30a56c673ca2ba3396debbf14891f0be0fab147efa`}},Kr={__meta__:{hash:`sha256:23c1df7f47fb2f905fd1a78ce68ecf3f6b93c6692455b9c957cbf8bbf1bb1c50`}},qr={__meta__:{hash:`sha256:5efaa47cefdb9cd16e33d63d29d5fec3f80b999f0e3e5112d4fff645db0adc02`}},Jr={__meta__:{hash:`sha256:0f5b1d08eec52ec31d5dc4e738b8758567158a15553de317a2e705ef620e037d`}},Yr={__meta__:{hash:`sha256:3abe3f5cf4ae29dcf972609bc1f1ac4a02477148e4dbccd0c87ee410112ffd3f`}},Xr={__meta__:{hash:`sha256:8ff199988854946e7aff5a3eb21ceda34767b82099da34d7980487557bd8bb50`}},Zr={__meta__:{hash:`sha256:8e2e44875f45f608cf61fa1aed57b3cc7df13643fd96062e950def08baaaa259`}},Qr={__meta__:{hash:`sha256:723249628d22126becde8ce82c1583351271c1c53c6a9527fb125b41d61b663c`}},$r={__meta__:{hash:`sha256:f2fa48f9969a3b39d8e86a1eae161fd627500dc175dcdf93f7e685a476296d16`}},ei={__meta__:{hash:`sha256:7c452b635058e2e92c21abef539dd165525fde18a96f4c824f4742bd2a133c09`}},ti={__meta__:{hash:`sha256:e8bf524dba7601dde2a01c83c52d09b314a0838ed23d6980d961e7683c56b0f6`}},ni={__meta__:{hash:`sha256:6b3dad3c7291c90f2772cfd6816a1a4dd614f17275332bd15c4484366a8243fc`}},ri={__meta__:{hash:`sha256:58dff9ad4a7729ebe08d0bbac393f6405fcacfcc65fe17fef5ff88f49455fafc`}},ii={__meta__:{hash:`sha256:5134e43e84d45a1578ae2c1e3f60a0c90bfd48886306975d18cc5f3f5f3e6c11`}},ai={__meta__:{hash:`sha256:38e4066e30bb28de3d445c1e4dd8315cd6a5d55bbb03af5cd0fd6382d783c1d7`}},oi={__meta__:{hash:`sha256:63ab28253bb2557d534d64524be81186d723117bd3ab28600e344b1070d867bf`}},si={__meta__:{hash:`sha256:6504850e7cd1cea1b104203339aeb56f088f356a3148b48fbf8de7cd848d9399`}},ci={__meta__:{hash:`sha256:d962f30615a53f3e74c74091e3824d080bd1eadb8b1a93a4680506f6a498edd3`}},li={__meta__:{hash:`sha256:c42a344d09f22df4ccee7d5345cc98723396d2acf8a89f056f7125ecc9b8bfec`}},ui={__meta__:{hash:`sha256:fbaba73e543fc791d9cf0c34bd592fefc773b26468d720cf56e0225dfe4b6682`}},di={__meta__:{hash:`sha256:5e1c72b915e7e7f04875ad6657069db8c5c9c52f09f5a8633231ff079f50f73e`}},fi={__meta__:{hash:`sha256:56143c50b9b9d7442f6d9509e9ebdd1549c030602609b71170ed6e801cdc574f`}},pi={__meta__:{hash:`sha256:d23e3c79899daded2dcca6d08cd0115fada137f0e1aec8b164565f6da2e103a3`}},mi={__meta__:{hash:`sha256:d642963c179b53c6706ee801a2b9e73e082df4e4bb142263203e47efe5e87250`}},hi={__meta__:{hash:`sha256:7db38b2ff27206c4200659843d009ecf5df77c7a966b0a83a30cfc21629b8611`}},gi={__meta__:{hash:`sha256:18842c406ee147240134850e99adf25f74cc40d0005e63451e8ce9e438e2ff44`}},_i={__meta__:{hash:`sha256:6d92e9034c7cb3bf630ed9c68524737861c72870fac122d9e9df6a1ecade406f`}},vi={__meta__:{hash:`sha256:110bd1ae2a19418ceceb9233aa8081b37606de15d43fb9f002f08e2f46c06a83`}},yi={__meta__:{hash:`sha256:21c39c868bf49215451e657109685093d8ed1012f273f679c8f8118fd66b114d`}},bi={__meta__:{hash:`sha256:ec6c0177cd17d0dc96bbc13e39b0e276e96f5195a2645db8b7eb3d015a5c05ec`}},xi={__meta__:{hash:`sha256:4e6e5afa2510a3238450b916b8cc2b8517cb59bdc33e000f08865327f1df4867`}},Si={__meta__:{hash:`sha256:45851eef4274ba25b4bc9a3733d26e35e30d7d8b7a27fc4dc37dd5a44af60354`}},Ci={__meta__:{hash:`sha256:c57d7a8b27df47960219c14ded216afef257bdc28926e2e3d41eddf4cbbf17b5`}},wi={__meta__:{hash:`sha256:19b0112fefa1682812fe06b2fd97a7808b986751e73cc910b49f23b987a238b2`}},Ti={__meta__:{hash:`sha256:f7d0add3d77407c8f5a4f0db2c639e9011d42fc1af0b4e02925356bb11aef64b`}},Ei={__meta__:{hash:`sha256:78accb0b3babc6b00160d791cf55dbbfaea12b760c1c63a795322505988f7514`}},Di={__meta__:{hash:`sha256:e234509edd69e468fbb7d1d154572cf35cce5ea1477c18b22714683e37328e34`}},Oi={__meta__:{hash:`sha256:3bcf273843d1d3ac570f3ef55495e46a31a84670543d1888c3b9c62d3e028529`}},ki={__meta__:{hash:`sha256:6d92e4602608f5843ea111cab28ecff9d097ea06d0b53cd4a2f1f84e538bee5b`}},Ai={__meta__:{hash:`sha256:6a880d53877d6915bdca497f856878e04ab8937195c9354de58ba927af6680c9`}},ji={__meta__:{hash:`sha256:2599a804b4c694b98c1afed1167511bba987c2b73c2d58e17383177585a6e863`}},Mi={__meta__:{hash:`sha256:5ea2ea09d1b4e72b1d94f3d04c180f03593ad02af9a00dcf910623ac3b9659a3`}},Ni={__meta__:{hash:`sha256:9ab78ba1381ece268258e1b5429bf64c3c45c166ddc712a5b8695a080f973144`}},Pi={__meta__:{hash:`sha256:e1ca0d57f32e5049c320df78480569dab2024e03daee32773782b86b6d9949d5`}},Fi={__meta__:{hash:`sha256:c3a3d7ffc7a6ba9cc4625f99bc42f521300915944af60fd42b49ade90e5c2121`}},Ii={__meta__:{hash:`sha256:8caa0e87b66b437c14772c570a483a3c69550b0d640db5bf52c0c6df87bc050a`}},Li={__meta__:{hash:`sha256:bb83ae159e03c05ce98fefe57fb5117cde3a3ac066a0daa342a5eb63cf470565`}},Ri={__meta__:{hash:`sha256:427339f0773db3d47a8121924ce4d3e1b495e6a53f629889ab94f1764b427d19`}},zi={__meta__:{hash:`sha256:148762bfacb79ea3ed65aaeb2559840d513244867e7a7e339b6f51071fe51a88`}},Bi={__meta__:{hash:`sha256:2c3808ea96776a71e422dc841afa0d8b2167c9b123e7359356d2100cdea29b4f`}},Vi={__meta__:{hash:`sha256:038671f85f5da5698eb2850cbf9fde426fcd05189c4ac578d550fac87781c772`}},Hi={__meta__:{hash:`sha256:d6d6ddd45568efad36a22646e7737ad765ad4baf88c6def4feec8a3fdb4223e9`}},Ui={__meta__:{hash:`sha256:8c4fc62654946ddba91d6fc05ea868294204625fcd6a4a04028c9ed2cb4b640d`}},Wi={__meta__:{hash:`sha256:ff1eea537a9f740d66b1ec7007a34cd86b13002911480b6fb3178d0175394115`}},Gi={__meta__:{hash:`sha256:3c90600a06e6d4fd608395aca678a49e7eac4a9b06d0c6c11c277a61fd5a6569`}},Ki={__meta__:{hash:`sha256:055dde87c4d8a658b53cf9fbf7babbd066e38afc80f08ae270fa0aa04e1498f9`}},qi={__meta__:{hash:`sha256:82865dc06589b7904cdd930683f48cad318a04d382dc0b15c3a80f5cb99bdec3`}},Ji={__meta__:{hash:`sha256:f74eade243547855974e605e71475cffb4bef8552a83d41656355e26cbc6ebd7`}},Yi={__meta__:{hash:`sha256:73983ca719c79c98eb975c6f01c47331b628d3845e52cee808ba6907030ad36b`}},Xi={__meta__:{hash:`sha256:8ef81742b762ae6a021b7038d38d04744dc7fc7f33f5e45d480b39a963b3e554`}},Zi={__meta__:{hash:`sha256:092cf1e1889c42c17ac49438f2c514006ed4ad58ff1870f935b2be9afb6c3121`}},Qi={__meta__:{hash:`sha256:9508233a22b6a1b1f72745c9ea4ef5b1b59c89dde24d178c8d8337cab2e7c3d2`}},$i={__meta__:{hash:`sha256:0360d31ad809ed35c9e8f1ec2e9aacf806ec2795ffc74a304f229261e68c6506`}},ea={__meta__:{hash:`sha256:60e279e30cf1f618b3164ff9e9ef553077e2428ee947d16f5d2188c703828291`}},ta={__meta__:{hash:`sha256:3ee97d63ec7cfbc20df61d9413f89a1c0059eda584a50dfaf0c9ec8de818c650`}},na={__meta__:{hash:`sha256:b8662a657e39bc3f15dd5c3431210772ac15642046a001734636b5c1b41e0133`}},ra={__meta__:{hash:`sha256:297d8433463097a240f9e1d062dc4039b2204283cd0f0207ff7545ac78961e50`}},ia={__meta__:{hash:`sha256:bbf185152927b189adde81dd29600dbef3fddf2d078012ced7c0cab36023a2d6`}},aa={__meta__:{hash:`sha256:7c5b41ac8ebd95a7ebd4fd7bd8a7b17535537390e8f4f55f3c8205b77225b909`}},oa={__meta__:{hash:`sha256:7517b84560d52e25cf4232ba6cb0e72ebadb7725f188de53999cc0336c1a3a4b`}},sa={__meta__:{hash:`sha256:a1e7ce432eba55f09d432a0693542d7aac78c6f048a685cd12816833625b1c9d`}},ca={__meta__:{hash:`sha256:6270316253454b89dff3307fd745b29bd8b5efdc8e492f0e0a8b6b7aa4c4a1a4`}},la={__meta__:{hash:`sha256:64d64cea77a05b77dfbc59c9c33596f4b0a94000389f26c42473fd55a927aaf0`}},ua={__meta__:{hash:`sha256:cd7e3fa036b65c527a971c544f0ade4d4fc6bb1f801d8b1b74b0fa34a10df53e`}},da={__meta__:{hash:`sha256:1fc644db04efd610293586f14ec2e39d9c01baafb2ea21b0599df7b1ddb97121`}},fa={__meta__:{hash:`sha256:b5bb127505b30d9c31bbb1157ab5314c31544341dd4eb4dca7f098e2477b9cce`}},pa={__meta__:{hash:`sha256:db967c895c1606a004068a4fada63c5bb4d7bd7508fb2de65d06c923f12cfe8c`}},ma={__meta__:{hash:`sha256:c721c9cb141a7858af4cc5032691af6bb6a79153e18c5a5cc0ca37a29b4f0d48`}},ha={__meta__:{hash:`sha256:e572c23d65235ae46bede5765fcfc3208b867f55f2ec1c844864ec277eddd933`}},ga={__meta__:{hash:`sha256:108a0b5a8d1a6335c8aa589729772460d6b0b26d168dffd67b53c66770ec2e00`}},_a={__meta__:{hash:`sha256:fde4e9a36c674c274fc1231b15c6e81d882c4f0fe554f6852172edec1a909ef9`}},va={__meta__:{hash:`sha256:99c1fbdf7be66f2f945ac7cc116ac2636d9ea7b6973328da50b7bcd15cddb4b0`}},ya={__meta__:{hash:`sha256:5b8d7a90d52c5b887b1153f35641da491216a7dcd6d982d217f12826867e47c9`}},ba={__meta__:{hash:`sha256:8f21018d9984ce99349b6f4f75698128378f0081d7abdad41b8551c2bfd5e898`}},xa={__meta__:{hash:`sha256:71e11f25c53f12edbd32fbeccd5500dec0d5a74f84d707e3c6f0f7d53966e62a`}},Sa={__meta__:{hash:`sha256:26757d67d430a3173c163a4970331492270e98dff8b4b4adaee8bb935ce76ae0`}},Ca={__meta__:{hash:`sha256:43ebcc377880046a2a93da5bf3ab9954725792bb3d5638f2423ee1acb364ae13`}},wa={__meta__:{hash:`sha256:d27e9f0e797dbef5abfc2aeee6331bb341408d3b294d779b1619a53688989d12`}},Ta={__meta__:{hash:`sha256:a8314ce0acce6415399576f37db5a150ef27d9d8a6e36428ba49a1f5c7d426c6`}},Ea={__meta__:{hash:`sha256:ec474c7a3a06fcc7dcdd921ac5b17960de073d129b856e1a55187a20a84e0897`}},Da={__meta__:{hash:`sha256:4bc74b1b0032938beea1d411fbefac128bd0ea8bd6ab984f502507b52fcefe5c`}},Oa={__meta__:{hash:`sha256:55e385215ffe74a1bb8a608c65162bb22e2857d46fb744a9a7d561f69c425604`}},ka={__meta__:{hash:`sha256:d278023497d8eddeb0d587dc867d780365a95bf8edb4ae01d00453a25fe67220`}},Aa={__meta__:{hash:`sha256:bda4bff42832444f58fc06f93e56b4f3fac00445741debeddb360304518da4f2`}},ja={__meta__:{hash:`sha256:48e6d2cf34364f2d3b4ff53cefc6168e799fbff2dafdc676a1dee8dcd732c74c`}},Ma={__meta__:{hash:`sha256:fe2d725fc0fa035be9ac4123196ff5fc2f94384c46ca228b93e616f00102d233`}},Na={__meta__:{hash:`sha256:4580ca906a9cac5b327310375be97fc93917eda3534e206acebf48567ec5983a`}},Pa={__meta__:{hash:`sha256:7b99132f5e5c53f4f36a2983e423ab2d65866f05f2c72ca0a94105a2d8d930f9`}},Fa={__meta__:{hash:`sha256:cbe5ae96c760002bcc87beee1d15cb7800922399635302fab1a1ceaf18ca3a6b`}},Ia={__meta__:{hash:`sha256:8251f150cded1f572ab5a7e498259a4adc0cf969da0636d8dd041956da33134a`}},La={__meta__:{hash:`sha256:3ef1d4ddf6de67a521ca4ea6eee681a8387149a51d63e37267b90d2c0b062347`}},Ra=`draft `;function za(){try{for(let e of Object.keys(localStorage))e.startsWith(`draft `)&&localStorage.removeItem(e)}catch{}}var J=c(null);async function Ba(){J.value=(await B(wn,{})).viewer.portfolios}function Va(e){return`${e.lenderName}, ${M(gt,e.mode)}`}var Y=c(null),Ha=e=>Y.value?.permissions.includes(e)??!1,Ua=e=>Ha(e)&&!Y.value.readOnly,Wa=()=>Ua(`CHANGE_RECORDS`);async function Ga(){let[e]=await Promise.all([B(En,{}),Ba()]);Y.value=e.viewer}async function Ka(e){let t=await V(`/console/session`,{method:`POST`,headers:z({}),body:JSON.stringify(e)});if(!t.ok)throw await Za(t);await Ga(),y.value=!1}async function qa(){let e=await V(`/console/session`,{headers:z({})});if(!e.ok)throw await Za(e);return await e.json()}async function Ja(e){let t=location.pathname+location.search,n=JSON.stringify({...e&&{email:e},...t.length<=1e3&&{next:t}}),r=await V(`/console/signin`,{method:`POST`,headers:z({}),body:n});if(!r.ok)throw await Za(r);return(await r.json()).address}var Ya=c(null);async function Xa(){let e=await V(`/console/session`,{method:`DELETE`,headers:z({})});if(!e.ok&&e.status!==401)throw await Za(e);if(za(),Ya.value=null,e.status===200){let{provider:t,address:n}=await e.json();t&&n&&(Ya.value={provider:t,address:n})}Y.value=null}async function Za(e){let t=await e.json().catch(()=>({})),n=t.requestId??e.headers.get(`X-Request-Id`)??``,r=t.detail??t.title??`The server answered ${e.status}.`;return new R(e.status,t.code??`unreadable`,r,n,t.errors??[])}function Qa(e){E(()=>{document.title=e?`${e} · covertrack`:`covertrack`},[e])}var $a=e=>`/docs/guide/${e}`;function eo({portfolio:e}){return P(`section`,{class:`card begin`,"aria-labelledby":`begin`,children:[P(`h2`,{id:`begin`,children:e?`${Va(e)}: no cases yet`:`No cases yet`}),P(`p`,{children:`Cases and policies come in through the API; this page shows them as they come. To begin:`}),P(`ol`,{children:[P(`li`,{children:[P(`strong`,{children:`Get a token`}),` of this portfolio: `,P(`code`,{children:[`covertrack token create --org … --mode `,e?.mode??`test`]}),`.`]}),P(`li`,{children:[P(`strong`,{children:`Say what is required:`}),` publish a `,P(`a`,{href:$a(`compliance`),children:`risk profile`}),`. Without one a case has no verdict.`]}),P(`li`,{children:[P(`strong`,{children:`Add a case`}),` with its assets and policies by `,P(`a`,{href:$a(`rest`),children:`REST`}),`, or`,` `,P(`a`,{href:$a(`importing`),children:`import your book`}),`.`]})]}),P(`p`,{children:[`Concepts and all else are in the `,P(`a`,{href:`/docs/guide`,children:`guide`}),`.`,e?.mode===`live`&&` Try it in the test portfolio first: nothing there writes to a person.`]})]})}var to=Object.keys(je).filter(e=>e!==`deactivated`),no=Object.keys(ke).filter(e=>e!==`DRAFT`&&e!==`closed`&&e!==`onHold`);function X(e,{verdict:t,code:n,coverageType:r,profile:i,lenderPlaced:a}){return I(e,`cases`,{verdict:t,code:n,coverageType:r,hasRiskProfile:i,lenderPlaced:a,statusWithoutHold:i===!1?void 0:no})}function ro(e,{from:t,to:n}){return I(e,`policies`,{"endDate[gte]":t===void 0?void 0:C(t),"endDate[lt]":n===void 0?void 0:C(n),status:to,sort:`endDate`})}function io(e,{from:t,to:n},r){return I(e,`tasks`,{whose:`all`,type:r,state:Fe,"due[gte]":t===void 0?void 0:C(t),"due[lt]":n===void 0?void 0:C(n)})}function ao(e){return I(e,`deliveries`,{tab:`notices`,state:`failed`})}function oo({from:e,to:t}){return{...e!==void 0&&{gte:C(e)},...t!==void 0&&{lt:C(t)}}}function so({values:e,to:t,of:n}){return e.length===0?P(`span`,{class:`quiet`,children:`$0`}):P(W,{to:t,class:`count`,"aria-label":`Loans of ${n}: ${e.map(d).join(` and `)}`,children:P(co,{values:e})})}function co({values:e}){return e.length===0?P(r,{children:`$0`}):P(r,{children:e.map((e,t)=>P(`span`,{class:`nowrap`,children:[t>0&&` + `,P(yn,{value:e})]},e.currency))})}function Z({value:e,to:t,of:n}){return e===0?P(`span`,{class:`quiet`,children:`0`}):P(W,{to:t,class:`count`,"aria-label":`${n}: ${w(e)}`,children:w(e)})}function lo({part:e,whole:t,tone:n}){return P(`span`,{class:`share`,"aria-hidden":`true`,children:P(`span`,{class:n,style:{width:`${t>0?100*e/t:0}%`}})})}function Q(e){let{data:t,error:n,reload:r}=e.query;return P(`section`,{class:`card at-${e.area}`,"aria-label":e.title,children:[P(`header`,{children:[P(`h2`,{children:e.title}),e.aside]}),t===void 0&&!n&&P(G,{what:e.what}),t===void 0&&n&&P(kt,{refusal:n,retry:()=>void r()}),t!==void 0&&e.children(t)]})}var uo=e=>`${S(e.from)} to ${S(e.last)}`;function fo({weeks:e}){let n=D(null),[i,a]=t();return E(()=>{let t,r=!1;return j(async()=>{let{draw:e}=await import(`./bars-BPBtJQFF.js`);return{draw:e}},__vite__mapDeps([0,1])).then(({draw:i})=>{!r&&n.current&&(t=i(n.current,e,{point:a,open:e=>Pt(e.to)}))}),()=>{r=!0,t?.()}},[JSON.stringify(e)]),P(r,{children:[P(`div`,{class:`bars`,ref:n,"aria-hidden":`true`}),P(`p`,{class:`quiet pointed`,"aria-hidden":`true`,children:i?`${uo(i)}: ${b(i.total,`policy ends`,`policies end`)}`:`A bar a week, from today on`}),P(`details`,{children:[P(`summary`,{children:`The weeks as a table`}),P(`div`,{class:`scroll`,children:P(`table`,{class:`dense`,children:[P(`thead`,{children:P(`tr`,{children:[P(`th`,{scope:`col`,children:`Week`}),P(`th`,{scope:`col`,class:`number`,children:`Policies that end`})]})}),P(`tbody`,{children:e.map(e=>P(`tr`,{children:[P(`th`,{scope:`row`,children:uo(e)}),P(`td`,{class:`number`,children:P(Z,{value:e.total,to:e.to,of:`policies that end from ${uo(e)}`})})]},e.from))})]})})]})]})}var po=to,mo=13;function ho(){return U(Dr,{status:po,d0:C(),d15:C(15),d30:C(30),d60:C(60),d90:C(90)})}function go(){let e=Array.from({length:14},(e,t)=>[`d${t}`,C(7*t)]);return U(Or,{status:po,...Object.fromEntries(e)})}function _o({portfolio:e,ending:t,weekly:n}){return P(Q,{title:`Policies that end next`,area:`ending`,what:`what ends next`,query:t,children:t=>P(r,{children:[P(vo,{portfolio:e,data:t}),n.data&&P(fo,{weeks:yo(e,n.data)})]})})}function vo({portfolio:e,data:t}){return P(`ul`,{class:`tiles`,children:[[{days:15,total:t.in15.pageInfo.total},{days:30,total:t.in30.pageInfo.total},{days:60,total:t.in60.pageInfo.total},{days:90,total:t.in90.pageInfo.total}].map(({days:t,total:n})=>P(`li`,{children:[P(Z,{value:n,to:ro(e,{from:0,to:t}),of:`policies that end within ${t} days`}),P(`span`,{class:`quiet`,children:[`within `,t,` days`]})]},t)),P(`li`,{class:`over`,children:[P(Z,{value:t.ended.pageInfo.total,to:ro(e,{to:0}),of:`policies that ended, non-renewed`}),P(`span`,{class:`quiet`,children:`ended, non-renewed`})]})]})}function yo(e,t){return Array.from({length:mo},(n,r)=>{let i={from:7*r,to:7*r+7},a=t[`w${r}`].pageInfo.total;return{from:C(i.from),last:C(i.to-1),total:a,to:ro(e,i)}})}function bo({portfolio:e,ending:t}){return P(Q,{title:`First to end`,area:`next`,what:`what ends first`,query:t,aside:P(W,{to:ro(e,{from:0}),children:`All, by end date`}),children:({next:t})=>t.nodes.length===0?P(K,{children:`No policy ends from today on.`}):P(xo,{portfolio:e,policies:t.nodes})})}function xo({portfolio:e,policies:t}){return P(`div`,{class:`scroll`,children:P(`table`,{class:`dense`,children:[P(`thead`,{children:P(`tr`,{children:[P(`th`,{scope:`col`,children:`Ends`}),P(`th`,{scope:`col`,children:`Policy`}),P(`th`,{scope:`col`,children:`Case`}),P(`th`,{scope:`col`,class:`number`,children:`Loan`})]})}),P(`tbody`,{children:t.map(t=>P(`tr`,{children:[P(`td`,{children:P(bn,{value:t.endDate})}),P(`td`,{children:P(W,{to:I(e,`policies`,t.id),title:`${t.policyNumber??`No number`}, ends ${S(t.endDate)}`,children:t.displayName})}),P(`td`,{class:`nowrap`,children:P(W,{to:I(e,`cases`,t.case.id),children:t.case.displayName})}),P(`td`,{class:`number`,children:P(yn,{value:t.case.loanAmount})})]},t.id))})]})})}function So({portfolio:e,query:t}){let n=t.data?.renewalNotices.pageInfo.total??0;return P(Q,{title:`Failed notices`,area:`failed`,what:`failed notices`,query:t,aside:n>0&&P(`span`,{class:`bad`,children:P(Z,{value:n,to:ao(e),of:`failed notices`})}),children:({renewalNotices:t})=>t.nodes.length===0?P(K,{children:`Every notice reached somebody.`}):P(Co,{portfolio:e,notices:t.nodes})})}function Co({portfolio:e,notices:t}){return P(`ul`,{class:`lines`,children:t.map(t=>P(`li`,{children:[M(Ie,t.step),` `,t.policy&&P(r,{children:[`for `,P(W,{to:I(e,`policies`,t.policy.id),children:t.policy.displayName}),` `]}),`of`,` `,P(W,{to:I(e,`cases`,t.case.id),children:t.case.displayName}),P(`span`,{class:`quiet`,children:[t.skipReason&&`: ${t.skipReason}`,` `,P(xn,{value:t.settledAt})]})]},t.id))})}function wo(e){let[t=`0`,n=``]=e.split(`.`);return{digits:BigInt(t+n),places:n.length}}function To(e,t){let n=wo(e),r=wo(t),i=Math.max(n.places,r.places),a=({digits:e,places:t})=>e*10n**BigInt(i-t),o=a(n)+a(r),s=(o<0n?-o:o).toString().padStart(i+1,`0`),c=o<0n?`-`:``;return i===0?c+s:`${c}${s.slice(0,-i)}.${s.slice(-i)}`}function Eo(e){let t=new Map;for(let{amount:n,currency:r}of e)t.set(r,To(t.get(r)??`0`,n));return[...t].map(([e,t])=>({amount:t,currency:e})).sort(Do)}function Do(e,t){return e.currency===`USD`==(t.currency===`USD`)?e.currency<t.currency?-1:1:e.currency===`USD`?-1:1}function $(e){return Number(e.find(({currency:e})=>e===`USD`)?.amount??0)}var Oo=8;function ko({portfolio:e,query:t}){return P(Q,{title:`Deficient by reason`,area:`reasons`,what:`the reasons`,query:t,children:({complianceSummary:t})=>P(Mo,{caption:`Reason`,reasons:t.byCode.flatMap(({code:t,byVerdict:n})=>jo(n,M(De,t),X(e,{verdict:`deficient`,code:t})))})})}function Ao({portfolio:e,query:t}){return P(Q,{title:`Deficient by coverage`,area:`coverages`,what:`the coverages`,query:t,children:({complianceSummary:t})=>P(Mo,{caption:`Coverage`,reasons:t.byCoverageType.flatMap(({coverageTypeId:t,coverageType:n,byVerdict:r})=>jo(r,n.name,X(e,{verdict:`deficient`,coverageType:t})))})})}function jo(e,t,n){return e.filter(({verdict:e})=>e===`deficient`).map(({cases:e,loanAmounts:r})=>({name:t,to:n,cases:e,loanAmounts:r}))}function Mo({caption:e,reasons:t}){if(t.length===0)return P(K,{children:`No case is deficient.`});let n=t.toSorted((e,t)=>$(t.loanAmounts)-$(e.loanAmounts)||t.cases-e.cases),i=n.slice(Oo);return P(r,{children:[P(No,{caption:e,reasons:n.slice(0,Oo),largest:$(n[0].loanAmounts)}),i.length>0&&P(`details`,{children:[P(`summary`,{children:`${i.length} more`}),P(No,{caption:e,reasons:i,largest:$(n[0].loanAmounts)})]})]})}function No({caption:e,reasons:t,largest:n}){return P(`div`,{class:`scroll`,children:P(`table`,{class:`dense`,children:[P(`thead`,{children:P(`tr`,{children:[P(`th`,{scope:`col`,children:e}),P(`th`,{scope:`col`,class:`number`,children:`Cases`}),P(`th`,{scope:`col`,class:`number`,children:`Loans`}),P(`th`,{scope:`col`,class:`wide`,children:P(`span`,{class:`hidden`,children:`Size`})})]})}),P(`tbody`,{children:t.map(({name:e,to:t,cases:r,loanAmounts:i})=>P(`tr`,{children:[P(`th`,{scope:`row`,children:e}),P(`td`,{class:`number`,children:P(Z,{value:r,to:t,of:`deficient cases: ${e}`})}),P(`td`,{class:`number`,children:P(so,{values:i,to:t,of:`deficient cases: ${e}`})}),P(`td`,{class:`wide`,children:P(lo,{part:$(i),whole:n,tone:`deficient`})})]},e))})]})})}var Po=[{title:`Over 30 days late`,span:{to:-30}},{title:`1 to 30 days late`,span:{from:-30,to:0}},{title:`Due in 7 days`,span:{from:0,to:7}},{title:`All open`,span:{}}],Fo=Object.keys(N),Io=[...Fe];function Lo(){let e=e=>({state:Io,due:oo(Po[e].span)});return[U(kr,e(0)),U(kr,e(1)),U(kr,e(2)),U(kr,e(3))]}function Ro({portfolio:e,queries:t}){return P(Q,{title:`Open tasks`,area:`tasks`,what:`the tasks`,query:t.find(({error:e})=>e)??t.find(({data:e})=>e===void 0)??t[0],aside:P(W,{to:io(e,{}),children:`All open tasks`}),children:()=>P(zo,{portfolio:e,counted:t.map(({data:e})=>e)})})}function zo({portfolio:e,counted:t}){let n=Fo.map(e=>({type:e,totals:t.map(t=>t?.[e].pageInfo.total??0)})).filter(({totals:e})=>e.some(e=>e>0));if(n.length===0)return P(K,{children:`No task is open.`});let r=Po.map((e,t)=>n.reduce((e,{totals:n})=>e+n[t],0));return P(`div`,{class:`scroll`,children:P(`table`,{class:`dense`,children:[P(`thead`,{children:P(`tr`,{children:[P(`th`,{scope:`col`,children:`Task`}),Po.map(({title:e})=>P(`th`,{scope:`col`,class:`number`,children:e},e))]})}),P(`tbody`,{children:[n.map(({type:t,totals:n})=>P(Bo,{portfolio:e,name:N[t],type:t,totals:n},t)),P(Bo,{portfolio:e,name:`All types`,totals:r})]})]})})}function Bo({portfolio:e,name:t,type:n,totals:r}){return P(`tr`,{class:n?void 0:`sum`,children:[P(`th`,{scope:`row`,children:t}),Po.map(({title:i,span:a},o)=>P(`td`,{class:`number`,children:P(Z,{value:r[o],to:io(e,a,n),of:`tasks: ${t}, ${i.toLowerCase()}`})},i))]})}function Vo({portfolio:e,query:t}){return P(Q,{title:`Not in compliance`,area:`uninsured`,what:`the verdicts`,query:t,children:({complianceSummary:t,withoutProfile:n,all:i})=>P(r,{children:[P(Ho,{portfolio:e,summary:t,notJudged:i.pageInfo.total-t.cases}),P(Uo,{portfolio:e,summary:t,withoutProfile:n.pageInfo.total})]})})}function Ho({portfolio:e,summary:t,notJudged:n}){let r=n>0?` ${b(n,`case is`,`cases are`)} not judged.`:``,i=t.byVerdict.find(({verdict:e})=>e===`deficient`);if(!i||i.cases===0)return P(`p`,{class:`lead`,children:[P(`span`,{class:`huge good`,children:`$0`}),` No case is deficient.`,r]});let a=X(e,{verdict:`deficient`}),o=Math.round(100*$(i.loanAmounts)/$(t.loanAmounts));return P(`p`,{class:`lead`,children:[P(W,{to:a,class:`huge bad`,"aria-label":`Loans of ${b(i.cases,`deficient case`)}`,children:P(co,{values:i.loanAmounts})}),P(`span`,{children:[`in `,P(W,{to:a,children:b(i.cases,`case`)}),` of `,P(W,{to:X(e,{profile:!0}),children:w(t.cases)}),Number.isFinite(o)&&`, ${o}% of the loans judged`,`.`,r]})]})}function Uo({portfolio:e,summary:t,withoutProfile:n}){let r=$(t.loanAmounts),i=Ee.flatMap(e=>t.byVerdict.find(t=>t.verdict===e)??[]);return P(`div`,{class:`scroll`,children:P(`table`,{class:`dense`,children:[P(`caption`,{class:`hidden`,children:`Cases and their loans by verdict`}),P(`thead`,{children:P(`tr`,{children:[P(`th`,{scope:`col`,children:`Verdict`}),P(`th`,{scope:`col`,class:`number`,children:`Cases`}),P(`th`,{scope:`col`,class:`number`,children:`Loans`}),P(`th`,{scope:`col`,class:`wide`,children:`Share`})]})}),P(`tbody`,{children:[i.flatMap(n=>[P(Go,{portfolio:e,share:n,all:r},n.verdict),n.verdict===`compliant`&&P(Wo,{portfolio:e,summary:t,all:r},`placed`)]),P(`tr`,{children:[P(`th`,{scope:`row`,children:`No risk profile`}),P(`td`,{class:`number`,children:P(Z,{value:n,to:X(e,{profile:!1}),of:`cases without a risk profile`})}),P(`td`,{class:`number quiet`,children:`–`}),P(`td`,{class:`wide`})]})]})]})})}function Wo({portfolio:e,summary:t,all:n}){let r=t.lenderPlaced.byVerdict.find(({verdict:e})=>e===`compliant`);if(!r)return null;let i=X(e,{verdict:`compliant`,lenderPlaced:!0}),a=`cases in compliance, lender-placed`;return P(`tr`,{children:[P(`th`,{scope:`row`,children:`of these lender-placed`}),P(`td`,{class:`number`,children:P(Z,{value:r.cases,to:i,of:a})}),P(`td`,{class:`number`,children:P(so,{values:r.loanAmounts,to:i,of:a})}),P(`td`,{class:`wide`,children:P(lo,{part:$(r.loanAmounts),whole:n,tone:`compliant`})})]})}function Go({portfolio:e,share:t,all:n}){let r=X(e,{verdict:t.verdict,...t.verdict===`notApplicable`&&{profile:!0}}),i=`cases, ${M(we,t.verdict).toLowerCase()}`;return P(`tr`,{children:[P(`th`,{scope:`row`,children:P(_n,{value:t.verdict})}),P(`td`,{class:`number`,children:P(Z,{value:t.cases,to:r,of:i})}),P(`td`,{class:`number`,children:P(so,{values:t.loanAmounts,to:r,of:i})}),P(`td`,{class:`wide`,children:P(lo,{part:$(t.loanAmounts),whole:n,tone:t.verdict})})]})}function Ko(){let e=L(),t=J.value?.find(t=>t.id===e),n=t?Va(t):`Board`;Qa(n);let i=U(Er,{}),a=ho(),o=go(),s=Lo(),c=U(Ar,{}),l=i.data?.all.pageInfo.total===0;return P(r,{children:[P(`div`,{class:`head`,children:[P(`h1`,{children:n}),P(Dt,{query:qo([i,a,o,...s,c])})]}),l&&P(eo,{portfolio:t}),P(`div`,{class:`board`,hidden:l,children:[P(Vo,{portfolio:e,query:i}),P(ko,{portfolio:e,query:i}),P(Ao,{portfolio:e,query:i}),P(`div`,{class:`stack at-left`,children:[P(_o,{portfolio:e,ending:a,weekly:o}),P(Ro,{portfolio:e,queries:s})]}),P(`div`,{class:`stack at-right`,children:[P(bo,{portfolio:e,ending:a}),P(So,{portfolio:e,query:c})]})]})]})}function qo(e){let t=e.filter(({data:e})=>e!==void 0).toSorted((e,t)=>e.since.getTime()-t.since.getTime())[0],n=e.find(({stale:e})=>e)??t??e[0],r=async()=>void await Promise.all(e.map(e=>e.reload()));return{...n,since:t?.since??n.since,loading:e.some(({loading:e})=>e),reload:r}}var Jo=3,Yo=5;async function Xo(e,t,n=0){let r={status:to,state:[...Fe],today:C(),d0:C(),d30:C(30)};try{return await B(jr,r,{portfolio:e,signal:t})}catch(r){let i=H(r).retryAfter;if(t.aborted||!i||n>=Yo)throw r;return await new Promise(e=>setTimeout(e,1e3*i)),Xo(e,t,n+1)}}function Zo(e){let t=m(e.map(e=>({portfolio:e}))),n=m([]),r=m(0),i=h(()=>n.value.length+r.value),a=m(new AbortController),o=e=>{t.value=t.value.map(t=>t.portfolio.id===e.portfolio.id?{...e.error&&t,...e}:t)};async function s(){let[e,...t]=n.value;if(e&&!a.value.signal.aborted){n.value=t,r.value++;try{o({portfolio:e,data:await Xo(e.id,a.value.signal),since:new Date})}catch(t){o({portfolio:e,error:H(t)})}r.value--,await s()}}async function c(e=()=>!0){let i=t.value.filter(e).map(({portfolio:e})=>e);n.value=[...new Set([...n.value,...i])],await Promise.all(Array.from({length:Jo-r.value},s))}return E(()=>(c(),()=>a.value.abort()),[]),Qo(t,i,c),{rows:t,left:i,reload:c}}function Qo(e,t,n){let r=e=>Zt(e.error)!==void 0,i=t.value>0?void 0:Zt(e.value.find(r)?.error);E(()=>{if(i===void 0)return;let e=setTimeout(()=>void n(r),i);return()=>clearTimeout(e)},[i,t.value])}function $o({rows:e,retry:t}){return P(`div`,{class:`scroll`,children:P(`table`,{class:`dense`,children:[P(`thead`,{children:P(`tr`,{children:[P(`th`,{scope:`col`,children:`Lender`}),P(`th`,{scope:`col`,class:`number`,children:`Not in compliance`}),P(`th`,{scope:`col`,class:`number`,children:`Deficient cases`}),P(`th`,{scope:`col`,class:`number`,children:`Outstanding`}),P(`th`,{scope:`col`,class:`number`,children:`Cases checked`}),P(`th`,{scope:`col`,class:`number`,children:`Policies ending in 30 days`}),P(`th`,{scope:`col`,class:`number`,children:`Late tasks`}),P(`th`,{scope:`col`,class:`number`,children:`Open tasks`}),P(`th`,{scope:`col`,class:`number`,children:`Failed notices`})]})}),P(`tbody`,{children:e.map(e=>P(`tr`,{children:[P(`th`,{scope:`row`,children:P(W,{to:I(e.portfolio.id),children:e.portfolio.lenderName})}),P(es,{row:e,retry:()=>t(e)})]},e.portfolio.id))})]})})}function es({row:e,retry:t}){return!e.data&&e.error?P(`td`,{colSpan:8,children:[P(`span`,{class:`bad`,role:`alert`,children:e.error.message}),` `,P(`button`,{type:`button`,class:`link`,onClick:t,children:`Try again`})]}):e.data?P(ts,{id:e.portfolio.id,data:e.data}):P(`td`,{colSpan:8,class:`quiet`,children:`Waiting…`})}function ts({id:e,data:t}){let{complianceSummary:n,ending:i,late:a,open:o,failed:s}=t,c=e=>n.byVerdict.find(t=>t.verdict===e),l=[[c(`deficient`)?.cases??0,X(e,{verdict:`deficient`}),`deficient cases`],[c(`unknown`)?.cases??0,X(e,{verdict:`unknown`}),`cases outstanding`],[n.cases,X(e,{profile:!0}),`cases checked`],[i.pageInfo.total,ro(e,{from:0,to:30}),`policies that end within 30 days`],[a.pageInfo.total,io(e,{to:0}),`late tasks`],[o.pageInfo.total,io(e,{}),`open tasks`],[s.pageInfo.total,ao(e),`failed notices`]];return P(r,{children:[P(`td`,{class:`number`,children:P(so,{values:c(`deficient`)?.loanAmounts??[],to:X(e,{verdict:`deficient`}),of:`deficient cases`})}),l.map(([e,t,n])=>P(`td`,{class:`number`,children:P(Z,{value:e,to:t,of:n})},n))]})}var ns=[[`live`,`Live portfolios`],[`test`,`Test portfolios`]];function rs(){Qa(`All portfolios`);let e=J.value??[],t=Zo(e),n=t.rows.value;return P(r,{children:[P(`div`,{class:`head`,children:[P(`h1`,{children:`All portfolios`}),P(is,{left:t.left.value,all:e.length}),P(Dt,{query:cs(t)})]}),e.length===0&&P(K,{children:[`There is no portfolio yet. `,P(`code`,{children:`covertrack org create`}),` makes an organization with a live and a test portfolio.`]}),P(`div`,{class:`stack`,children:ns.map(([e,r])=>P(as,{title:r,rows:n.filter(({portfolio:t})=>t.mode===e),retry:e=>void t.reload(t=>t.portfolio.id===e.portfolio.id)},e))})]})}function is({left:e,all:t}){return e===0?null:P(`p`,{class:`loading`,role:`status`,children:[`Reading `,w(t-e),` of `,w(t),`… `,P(`progress`,{value:t-e,max:t,"aria-hidden":`true`})]})}function as({title:e,rows:t,retry:n}){if(t.length===0)return null;let r=t.flatMap(({data:e})=>e??[]),i=r.flatMap(({complianceSummary:e})=>e.byVerdict.filter(({verdict:e})=>e===`deficient`)),a=Eo(i.flatMap(({loanAmounts:e})=>e)),o=i.reduce((e,t)=>e+t.cases,0),s=Eo(r.flatMap(({complianceSummary:e})=>e.loanAmounts));return P(`section`,{class:`card`,"aria-label":e,children:[P(`h2`,{children:e}),r.length>0&&P(`p`,{class:`lead`,children:[P(`span`,{class:`huge ${o>0?`bad`:`good`}`,children:P(co,{values:a})}),P(`span`,{children:[`not in compliance, in `,P(`strong`,{children:b(o,`case`)}),`, of `,P(co,{values:s}),r.length<t.length&&`: ${r.length} of ${b(t.length,`portfolio`)} read`]})]}),P($o,{rows:t.toSorted(ss),retry:n})]})}function os(e){return e.data?.complianceSummary.byVerdict.find(({verdict:e})=>e===`deficient`)}function ss(e,t){let n=e=>e.data?$(os(e)?.loanAmounts??[]):-1;return n(t)-n(e)||e.portfolio.lenderName.localeCompare(t.portfolio.lenderName)}function cs({rows:e,left:t,reload:n}){let r=e.value.flatMap(({since:e})=>e??[]).sort((e,t)=>e.getTime()-t.getTime()),i=e.value.find(({data:e,error:t})=>e&&t);return{data:r[0],since:r[0]??new Date,loading:t.value>0,stale:i!==void 0,reload:()=>n(),...i?.error&&{error:i.error}}}var ls=[{part:`people`,name:`People`,what:`Who signs in, with which roles, and when they came last. Suspend and reactivate them.`,needs:`ADMINISTER_PEOPLE`,screen:A(()=>j(()=>import(`./people-Bopwb0rd.js`).then(e=>e.People),__vite__mapDeps([2,1,3,4,5])))},{part:`roles`,name:`Roles`,what:`What each role may do.`,needs:`ADMINISTER_PEOPLE`,screen:A(()=>j(()=>import(`./roles-C64W6W0Z.js`).then(e=>e.Roles),__vite__mapDeps([6,5,1])))},{part:`letters`,name:`Letters`,what:`How letters to borrowers and brokers are worded, with a preview for a policy of yours.`,needs:`ADMINISTER_LETTERS`,screen:A(()=>j(()=>import(`./letters-jZP3P_qA.js`).then(e=>e.Letters),__vite__mapDeps([7,5,1,8,9])))},{part:`notices`,name:`Notices`,what:`What notices of lender-placed insurance say, held against what the law asks of them.`,needs:`ADMINISTER_LETTERS`,screen:A(()=>j(()=>import(`./notices-DXvKCf7b.js`).then(e=>e.Notices),__vite__mapDeps([10,5,1,8,9])))},{part:`profiles`,name:`Risk profiles`,what:`What you require of a loan’s insurance: drafts, a trial on your cases, and what is published.`,needs:`SET_REQUIREMENTS`},{part:`webhooks`,name:`Webhooks`,what:`Programs that are told of events: their addresses, secrets and deliveries.`,needs:`ADMINISTER_WEBHOOKS`,screen:A(()=>j(()=>import(`./webhooks-CTTp8csJ.js`).then(e=>e.Webhooks),__vite__mapDeps([11,1,8,12,13,3,14,9,5])))},{part:`service-accounts`,name:`Service accounts`,what:`Programs that use the API: what they may do, and until when.`,needs:`ADMINISTER_TOKENS`,screen:A(()=>j(()=>import(`./accounts-DodDM5CP.js`).then(e=>e.Accounts),__vite__mapDeps([15,1,12,8,9,5])))},{part:`imports`,name:`Imports`,what:`Records out of CSV and Excel files: tried, written, released, undone.`,needs:`READ`,screen:A(()=>j(()=>import(`./imports-nIbm-604.js`).then(e=>e.Imports),__vite__mapDeps([16,17,1,18,5,14,19,8,9,20,3,21])))},{part:`exports`,name:`Exports`,what:`The portfolio as files for a warehouse or an examiner: now, or regularly.`,needs:`READ`,screen:A(()=>j(()=>import(`./exports-DqXMtK9Y.js`).then(e=>e.Exports),__vite__mapDeps([22,1,18,5,14,20,19,9])))},{part:`sandboxes`,name:`Sandboxes`,what:`Books to try things in, whose clocks you move: months of letters and lapses in seconds.`,needs:`READ`,screen:A(()=>j(()=>import(`./sandboxes-CtHKPLCp.js`).then(e=>e.Sandboxes),__vite__mapDeps([23,1,5,14,12,9])))},{part:`quotas`,name:`Quotas`,what:`How much room this portfolio uses, how much it may use, and your plan.`,needs:`SEE_ORGANIZATIONS`,screen:A(()=>j(()=>import(`./quotas-Cbz95m80.js`).then(e=>e.t).then(e=>e.Quotas),__vite__mapDeps([19,1,5])))}];function us({part:e,screen:t},n){let r=[...t?[`administration`]:[],e,...n?[n]:[]];return I(L()??``,...r)}var ds=(e,t)=>I(L()??``,`administration`,e,t);async function fs(){let[,e]=/^#link=(.+)$/.exec(location.hash)??[];if(e){history.replaceState(null,``,location.pathname+location.search);try{await Ka({link:decodeURIComponent(e)});return}catch(e){return H(e)}}}function ps({refusal:e}){Qa(`Sign in`);let t=Ya.value;return P(`main`,{class:`signin`,children:[P(`h1`,{children:`covertrack`}),e&&P(`p`,{class:`problem`,children:`This link cannot be used any more. Links are valid for two minutes, and once. Sign in below.`}),t&&P(`p`,{role:`status`,children:[`You are signed out here. `,P(`a`,{href:t.address,children:[`Sign out of `,t.provider,` too`]})]}),P(hs,{leave:e=>location.assign(e)})]})}function ms(){let e=D(null),[n,r]=t(!1);return E(()=>e.current?.showModal(),[]),E(()=>{if(!n)return;let e=()=>{Ga().then(()=>y.value=!1,()=>void 0)};return addEventListener(`focus`,e),()=>removeEventListener(`focus`,e)},[n]),P(`dialog`,{ref:e,"aria-label":`Sign in again`,onCancel:e=>e.preventDefault(),children:[P(`h2`,{children:`Your session has ended`}),p.value&&P(`p`,{children:p.value}),P(`p`,{children:`Sign in again to go on. What you typed is still there.`}),n&&P(`p`,{role:`status`,children:`Sign in in the other tab, then come back to this one.`}),P(hs,{leave:e=>{r(!0),open(e,`_blank`,`noopener`)}})]})}function hs({leave:e}){let[n,i]=t(),[a,o]=t();if(E(()=>{qa().then(i,e=>o(H(e).message))},[]),a)return P(`p`,{class:`problem`,children:a});if(!n)return P(G,{});let s=n.addresses||n.provider!==null;return P(r,{children:[n.refusal&&P(`p`,{class:`problem`,role:`alert`,children:n.refusal}),s&&P(gs,{options:n,leave:e}),n.tokens&&!s&&P(vs,{isFirst:!0}),n.tokens&&s&&P(`details`,{children:[P(`summary`,{children:`Sign in with a staff token`}),P(vs,{})]}),!n.tokens&&!s&&P(`p`,{children:`Nobody can sign in here yet: the operator has to add an identity provider.`})]})}function gs({options:e,leave:n}){let[r,i]=t(``),[a,o]=t(!1),[s,c]=t(),l=D(null);E(()=>l.current?.focus(),[]);async function u(e){e.preventDefault(),o(!0),c(void 0);try{n(await Ja(r.trim()))}catch(e){let t=H(e);c(t.status===429?`Too many tries. Wait a minute, then try again.`:t.message)}o(!1)}return e.addresses?P(`form`,{onSubmit:e=>void u(e),children:[P(un,{label:`Work address`,hint:`It leads to your company’s sign-in.`,error:s,children:P(`input`,{ref:l,type:`email`,autocomplete:`email`,spellcheck:!1,required:!0,maxLength:254,value:r,onInput:e=>i(e.currentTarget.value)})}),P(`button`,{type:`submit`,class:`primary`,disabled:a,children:a?`One moment…`:`Go on`})]}):P(`form`,{onSubmit:e=>void u(e),children:[P(`button`,{ref:l,type:`submit`,class:`primary`,disabled:a,children:[`Sign in with `,e.provider]}),s&&P(`p`,{class:`error`,role:`alert`,children:s})]})}var _s={401:`This token is not valid: it may be mistyped, expired or revoked, or not for use from here.`,403:`This token opens no console. Use a token of the operator’s staff.`,429:`Too many tries. Wait a minute, then try again.`};function vs({isFirst:e=!1}){let[n,r]=t(``),[i,a]=t(!1),[o,s]=t(),c=D(null);E(()=>{e&&c.current?.focus()},[]);async function l(e){e.preventDefault(),a(!0),s(void 0);try{await Ka({token:n.trim()})}catch(e){let t=H(e);s(_s[t.status]??t.message),a(!1)}}return P(`form`,{onSubmit:e=>void l(e),children:[P(un,{label:`Staff token`,hint:`It is sent once, and not kept in the browser.`,error:o,children:P(`input`,{ref:c,type:`password`,autocomplete:`off`,spellcheck:!1,required:!0,value:n,onInput:e=>r(e.currentTarget.value)})}),P(`button`,{type:`submit`,class:`primary`,disabled:i,children:i?`Signing in…`:`Sign in`})]})}function ys(e){let n=L(),r=!n||(J.value?.some(({id:e})=>e===n)??!1),[i,a]=t();return x.value&&x.value.id!==n&&(x.value=null),E(()=>{if(r)return;let e=new AbortController;return B(Tn,{id:n},{portfolio:n,signal:e.signal}).then(({sandbox:e})=>{x.value=e,a(n)},()=>e.signal.aborted||a(n)),()=>e.abort()},[n,r,e]),r||i===n}var bs=/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi,xs=/^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i,Ss=/request[-_]?id["']?\s*[:=]\s*["']?([\w.-]{1,128})/i,Cs=/^(?:loan|policy|case)(?:\s*(?:number|no\.?|#))?\s*[:=#]\s*/i,ws=[[/(?:live|test|staff)_[0-9a-z]{20}/i,`the text of a token`],[/whsec_\S/i,`the secret of a webhook endpoint`],[/\/evidence\/(?!form\/|files\/)[\w-]{20}/i,`the address of an evidence page`],[/\/console\/?#link=/i,`a link that signs in`]];function Ts(e){let t=e.replace(/[\u200b\ufeff]/g,``).trim();if(t===``)return{kind:`nothing`};let n=ws.find(([e])=>e.test(t));if(n)return{kind:`secret`,what:n[1]};let r=Ss.exec(t)?.[1]??t,i=Ds(r);if(i)return{kind:`id`,id:i};let a=r.replace(Cs,``).replace(/^["'`](.*?)["'`],?$/,`$1`).trim();return{kind:`text`,text:a,mayBeRequest:/^[\w.-]{1,128}$/.test(a)}}function Es(e){let t=Ts(e);return t.kind===`secret`?{secret:t.what}:t.kind===`nothing`?void 0:{q:t.kind===`id`?t.id:t.text}}function Ds(e){let t=(/^https?:\/\//i.test(e)?e.split(/[?#]/,1)[0]:e).match(bs)??e.match(bs)??xs.exec(e)?.slice(1);if(t)return(t.length===5&&t[0].length===8?t.join(`-`):t[t.length-1]).toLowerCase()}function Os(e,t,n){let r=e.getTime()+36e5,i=e=>new Date(r-e*31*864e5).toISOString();return Array.from({length:n},(e,n)=>({from:i(t+n+1),to:i(t+n)}))}var ks=[[``,`Board`],[`cases`,`Cases`],[`policies`,`Policies`],[`tasks`,`Tasks`],[`waivers`,`Exceptions`],[`placements`,`Lender-placed`],[`profiles`,`Profiles`],[`deliveries`,`Deliveries`],[`administration`,`Admin`]],As=([e])=>e!==`administration`||ls.some(({needs:e,screen:t})=>t&&Ha(e));function js({children:e}){let{path:t,route:n,url:i}=pe(),a=D(null),o=D(!0),s=ys(t);return Nt(n),te(It,[i]),E(Ms,[]),E(()=>{o.current||a.current?.focus({preventScroll:!0}),o.current=!1},[t]),P(r,{children:[P(`a`,{class:`skip`,href:`#main`,children:`Skip to the page`}),P(`header`,{class:`top`,children:[P(W,{to:I(),class:`brand`,children:`covertrack`}),P(Fs,{}),P(Is,{path:t}),P(Ls,{}),P(Rs,{})]}),!f.value&&P(`p`,{class:`offline`,role:`alert`,children:`The connection is lost. What is shown may be out of date; the page reconnects automatically.`}),P(Ps,{}),P(`main`,{id:`main`,tabIndex:-1,ref:a,children:s?e:P(G,{})})]})}function Ms(){let e=e=>{if(!Ns(e)||document.querySelector(`dialog[open]`))return;e.preventDefault();let t=document.querySelector(`main .seek`)??document.querySelector(`.lookup input`);t?.focus(),t?.select()};return document.addEventListener(`keydown`,e),()=>document.removeEventListener(`keydown`,e)}function Ns(e){if(e.key.toLowerCase()===`k`)return(e.ctrlKey||e.metaKey)&&!e.altKey&&!e.shiftKey;let t=e.target.closest(`input, select, textarea`)!==null;return e.key===`/`&&!t&&!e.ctrlKey&&!e.metaKey&&!e.altKey}function Ps(){if(!x.value)return null;let{id:e,name:t,now:n,state:r}=x.value;return P(`p`,{class:`offline`,role:`status`,children:[`Sandbox `,t,`: it is `,S(n),` here`,r===`advancing`&&`, and the clock is moving`,`.`,` `,P(W,{to:I(e,`administration`,`sandboxes`,e),children:`Clock and mailbox`})]})}function Fs(){let e=L(),{path:t}=pe(),n=ks.find(([e])=>e&&t.split(`/`)[3]===e)?.[0],r=e=>Pt(e?n?I(e,n):I(e):I());return P(`select`,{"aria-label":`Portfolio`,value:e??``,onChange:e=>r(e.currentTarget.value),children:[P(`option`,{value:``,children:`All portfolios`}),x.value&&P(`option`,{value:x.value.id,children:[x.value.name,`, sandbox`]}),J.value?.map(e=>P(`option`,{value:e.id,children:Va(e)},e.id))]})}function Is({path:e}){let t=L();if(!t)return P(`nav`,{"aria-label":`Screens`});let n=e.split(`/`)[3]??``;return P(`nav`,{"aria-label":`Screens`,children:ks.filter(As).map(([e,r])=>P(`a`,{href:e?I(t,e):I(t),"aria-current":e===n?`page`:void 0,children:r},e))})}function Ls(){let e=D(null);return P(`form`,{role:`search`,class:`lookup`,onSubmit:t=>{t.preventDefault();let n=Es(e.current.value);n&&(e.current.value=``,Pt(I(`look-up`,n)))},children:P(`input`,{ref:e,type:`search`,name:`q`,"aria-label":`Look up any id or loan number`,"aria-keyshortcuts":`/ Control+K`,placeholder:`Id or loan number`,title:`Press / or Ctrl-K`})})}function Rs(){let{name:e}=Y.value,t=Wa()?`may write`:`reads only`;return P(`div`,{class:`person`,children:[P(`span`,{title:`Signed in as ${e}, who ${t}`,children:[e,` `,!Wa()&&P(`span`,{class:`quiet`,children:t})]}),P(`button`,{type:`button`,onClick:()=>void Xa(),children:`Sign out`})]})}function zs(){return Qa(`No such page`),P(K,{children:[`There is no such page. `,P(W,{to:I(),children:`Open the board`})]})}var Bs=[[`/console`,rs],[`/console/look-up`,A(()=>j(()=>import(`./lookup-D9GV8qmF.js`).then(e=>e.LookUp),__vite__mapDeps([24,1,25,26,27,28])))],[`/console/:portfolio`,Ko],[`/console/:portfolio/cases`,A(()=>j(()=>import(`./cases-DN-GZxae.js`).then(e=>e.Cases),__vite__mapDeps([29,4,1,30,17,28,18])))],[`/console/:portfolio/cases/:id`,A(()=>j(()=>import(`./case-Bosm5scF.js`).then(e=>e.CaseScreen),__vite__mapDeps([31,1,32,33,34,8,35,36,37,20,38,39,21,17,40,9,41,42,27])))],[`/console/:portfolio/new-case`,A(()=>j(()=>import(`./new-case-BqqqpEi0.js`).then(e=>e.NewCase),__vite__mapDeps([43,40,1,8,35,9,21,20,44])))],[`/console/:portfolio/policies/:id/correct`,A(()=>j(()=>import(`./correct-DOqAaBPS.js`).then(e=>e.CorrectPolicy),__vite__mapDeps([45,1,8,44,9,40,35])))],[`/console/:portfolio/policies`,A(()=>j(()=>import(`./policies-CbyJf_sF.js`).then(e=>e.Policies),__vite__mapDeps([46,30,1,17,28,18])))],[`/console/:portfolio/policies/:id`,A(()=>j(()=>import(`./policy-BOFd5N8O.js`).then(e=>e.PolicyScreen),__vite__mapDeps([47,1,33,32,34,8,35,26,48,49])))],[`/console/:portfolio/tasks`,A(()=>j(()=>import(`./tasks-CQAiN3g5.js`).then(e=>e.Tasks),__vite__mapDeps([50,1,3,42,34,8,27,37,20,38,33,25,26,49])))],[`/console/:portfolio/waivers`,A(()=>j(()=>import(`./waivers-aMg11xnb.js`).then(e=>e.Waivers),__vite__mapDeps([51,1,30,17,28,18,36,37,20,38,39])))],[`/console/:portfolio/placements`,A(()=>j(()=>import(`./placements-BgKOrAic.js`).then(e=>e.Placements),__vite__mapDeps([52,1,18,41,34,8,39,38,20,21])))],[`/console/:portfolio/profiles`,A(()=>j(()=>import(`./profiles-NvPFxgkL.js`).then(e=>e.Profiles),__vite__mapDeps([53,18,1])))],[`/console/:portfolio/profiles/:id`,A(()=>j(()=>import(`./profile-C3RoA069.js`).then(e=>e.ProfileScreen),__vite__mapDeps([54,1,53,18])))],[`/console/:portfolio/deliveries`,A(()=>j(()=>import(`./deliveries-BVGsQ6Q4.js`).then(e=>e.Deliveries),__vite__mapDeps([55,1,3,48,26,14,13])))],[`/console/:portfolio/administration`,A(()=>j(()=>import(`./administration-C1zRH3Li.js`).then(e=>e.Administration),__vite__mapDeps([56,1,5])))],...ls.flatMap(({part:e,screen:t})=>t?[[`/console/:portfolio/administration/${e}/:id?`,t]]:[])];function Vs(){let e=Ws();return e.refusal&&e.refusal.status!==401?P(kt,{refusal:e.refusal,retry:e.again}):e.loading?P(G,{}):Y.value?P(ae,{scope:`/console`,children:[P(js,{children:P(_e,{children:P(se,{children:[Bs.map(([e,t])=>P(fe,{path:e,component:Us(t)},e)),P(fe,{default:!0,component:zs})]})})}),y.value&&P(ms,{})]}):P(ps,{...e.linkRefusal&&{refusal:e.linkRefusal}})}var Hs=new Map;function Us(e){return Hs.has(e)||Hs.set(e,({params:t})=>P(e,{},Object.values(t??{}).join(`/`))),Hs.get(e)}function Ws(){let[e,n]=t({loading:!0});async function r(){n({loading:!0});let e=await fs();try{await Ga(),y.value=!1,n({loading:!1})}catch(t){y.value=!1,n({loading:!1,refusal:H(t),...e&&{linkRefusal:e}})}}return E(()=>void r(),[]),{...e,again:()=>void r()}}a(P(Vs,{}),document.getElementById(`app`));export{ai as $,we as $i,sr as $n,Rt as $r,ha as $t,$r as A,qe as Ai,rr as An,gn as Ar,Ri as At,na as B,rt as Bi,vr as Bn,nn as Br,Ui as Bt,Kr as C,ct as Ci,Wr as Cn,W as Cr,lr as Ct,Vr as D,Qe as Di,Gr as Dn,xn as Dr,Bi as Dt,la as E,Je as Ei,Ii as En,vn as Er,Hi as Et,Di as F,Le as Fi,Jr as Fn,tn as Fr,ui as Ft,Wn as G,ht as Gi,Cr as Gn,$t as Gr,xi as Gt,On as H,st as Hi,fr as Hn,Zt as Hr,ki as Ht,ca as I,Fe as Ii,ur as In,on as Ir,ta as It,zr as J,Pe as Ji,Ki as Jn,Ut as Jr,sa as Jt,mr as K,Ie as Ki,Qn as Kn,R as Kr,ir as Kt,Ir as L,Oe as Li,Tr as Ln,rn as Lr,Gn as Lt,qi as M,ut as Mi,Jn as Mn,un as Mr,di as Mt,Ei as N,ot as Ni,jn as Nn,ln as Nr,Xr as Nt,ri as O,Ke as Oi,Ta as On,Cn as Or,Li as Ot,Ti as P,gt as Pi,Zr as Pn,en as Pr,fi as Pt,Mi as Q,Te as Qi,Ca as Qn,zt as Qr,Ji as Qt,Kn as R,mt as Ri,yr as Rn,an as Rr,oi as Rt,br as S,Re as Si,qn as Sn,K as Sr,Xn as St,yi as T,Ue as Ti,Lr as Tn,yn as Tr,zi as Tt,Pn as U,it as Ui,nr as Un,U as Ur,er as Ut,Qi as V,je as Vi,_r as Vn,H as Vr,Oi as Vt,In as W,ze as Wi,ba as Wn,Qt as Wr,Ai as Wt,gr as X,pt as Xi,ia as Xn,Pt as Xr,$i as Xt,Ln as Y,N as Yi,Mr as Yn,z as Yr,ra as Yt,wr as Z,et as Zi,Rr as Zn,I as Zr,da as Zt,li as _,ke as _i,ua as _n,xr as _r,Vn as _t,ls as a,j as aa,bt as ai,Zn as an,Pi as ar,An as at,wa as b,De as bi,qr as bn,Sn as br,Rn as bt,Ua as c,Ct as ci,Ea as cn,ci as cr,Mn as ct,Y as d,dt as di,dr as dn,Ci as dr,hi as dt,Ee as ea,L as ei,ga as en,Pa as er,ii as et,Va as f,$e as fi,cr as fn,vi as fr,Wi as ft,Dn as g,lt as gi,oa as gn,La as gr,Un as gt,Oa as h,tt as hi,aa as hn,ni as hr,zn as ht,us as i,M as ia,Dt as ii,tr as in,Ma as ir,Aa as it,ti as j,Me as ji,$n as jn,dn as jr,pi as jt,ei as k,Ze as ki,Ni as kn,_n as kr,Vi as kt,Wa as l,P as li,va as ln,bi as lr,gi as lt,Ra as m,He as mi,ji as mn,or as mr,Ur as mt,Ts as n,Ve as na,Vt as ni,Yi as nn,Da as nr,Sa as nt,ds as o,pe as oa,Tt as oi,ea as on,wi as or,Nn as ot,J as p,Xe as pi,Br as pn,Si as pr,Pr as pt,Sr as q,Ne as qi,_a as qn,B as qr,ar as qt,Os as r,Be as ra,kt as ri,pa as rn,ja as rr,Fi as rt,Qa as s,me as sa,xt as si,ya as sn,Xi as sr,Fn as st,Es as t,Ge as ta,Bt as ti,fa as tn,Na as tr,Qr as tt,Ha as u,ft as ui,xa as un,si as ur,Gi as ut,Nr as v,Ye as vi,Hr as vn,Yn as vr,Bn as vt,mi as w,We as wi,kn as wn,G as wr,Yr as wt,hr as x,nt as xi,Fr as xn,bn as xr,_i as xt,Zi as y,Ae as yi,ka as yn,Ia as yr,Hn as yt,ma as z,at as zi,pr as zn,sn as zr,Fa as zt};