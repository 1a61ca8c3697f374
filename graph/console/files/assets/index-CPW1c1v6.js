const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/bars-BPBtJQFF.js","assets/format-BmyIZtHV.js","assets/people-aow6T672.js","assets/pages-DCe4kAPM.js","assets/search-CnunU2WH.js","assets/frame-gyFwhiqY.js","assets/roles-BzXj9-YR.js","assets/letters-BR06_TYA.js","assets/restored-ciFLG9z5.js","assets/refused-CHndzWM_.js","assets/webhooks-ByPjN2hd.js","assets/once-DA4LTU_C.js","assets/receivers-CuFKs8DH.js","assets/progress-lSd2QVVx.js","assets/accounts-CY6ASbYX.js","assets/imports-CdXDjxdZ.js","assets/csv-BAUIdU6m.js","assets/pages-DvSDiuBC.js","assets/quotas-DdCiszDH.js","assets/upload-B8DhEBCx.js","assets/use-upload-7dp5m2bf.js","assets/exports-Bw7FPjdc.js","assets/sandboxes-uEz4I6hw.js","assets/lookup-TKh0v1X-.js","assets/record-CjRp7OXe.js","assets/why-CUdSIhTa.js","assets/advice-_PbYQKoL.js","assets/patiently-CZES5saE.js","assets/cases-Di5zwwkh.js","assets/export-DBKZ7FlP.js","assets/case-B2IGeMWR.js","assets/as-before-QT2Gin2R.js","assets/says-Dd5TzCtB.js","assets/asset-form-PVOZpAY1.js","assets/decide-BTFXyrRz.js","assets/facts-DvhmYMRN.js","assets/case-form-ZgaprtgR.js","assets/edit-task-DVDFWJDw.js","assets/new-case-XgfE9V13.js","assets/verdict-beside-B5rbpBDJ.js","assets/correct-ZWBFFBnq.js","assets/policies-vjq9EHwO.js","assets/policy-Dtx06j69.js","assets/send-DXxJRTrr.js","assets/difference-D8nL1dex.js","assets/tasks-BLubE5cE.js","assets/waivers-CG5TsruN.js","assets/profiles-DEbzsfx4.js","assets/profile-Djhyvjdn.js","assets/deliveries-ClninEhg.js","assets/administration-H38gMNi3.js"])))=>i.map(i=>d[i]);
import{A as e,C as t,D as n,E as r,M as i,O as a,S as o,T as s,_ as c,a as l,b as u,c as ee,d as te,f as d,g as f,h as p,i as m,j as h,k as g,m as _,n as v,p as y,r as b,s as x,t as S,u as ne,v as C,w as re,x as w,y as ie}from"./format-BmyIZtHV.js";var T,E;function ae(e){return!E||(typeof E==`string`?e.startsWith(E):E.test(e))}function oe(e,t){let n=``;if(T=void 0,t&&t.type===`click`){if(t.ctrlKey||t.metaKey||t.altKey||t.shiftKey||t.button!==0)return e;let r=t.composedPath().find(e=>e.nodeName==`A`&&e.href),i=r&&r.getAttribute(`href`);if(!r||r.origin!=location.origin||/^#/.test(i)||!/^(_?self)?$/i.test(r.target)||!ae(i)||r.download)return e;T=!0,t.preventDefault(),n=r.href.replace(location.origin,``)}else t&&t.url?(T=!t.replace,n=t.url):n=location.pathname+location.search;return T===!0?history.pushState(null,``,n):T===!1&&history.replaceState(null,``,n),n}var se=(e,t,n={})=>{e=e.split(`/`).filter(Boolean),t=(t||``).split(`/`).filter(Boolean),n.params||={};for(let r=0,i,a;r<Math.max(e.length,t.length);r++){let[,o,s,c]=(t[r]||``).match(/^(:?)(.*?)([+*?]?)$/);if(i=e[r],o||s!=i){if(!o&&i&&c==`*`){n.rest=`/`+e.slice(r).join(`/`);break}if(!o||!i&&c!=`?`&&c!=`*`)return;if(a=c==`+`||c==`*`,a?i=e.slice(r).map(decodeURIComponent).join(`/`)||void 0:i&&=decodeURIComponent(i),n.params[s]=i,s in n||(n[s]=i),a)break}}return n};function D(e){let[t,n]=o(oe,e.url||location.pathname+location.search);e.scope&&(E=e.scope);let r=T===!0,i=s(()=>{let e=new URL(t,location.origin),i=e.pathname.replace(/\/+$/g,``)||`/`;return{url:t,path:i,query:Object.fromEntries(e.searchParams),route:(e,t)=>n({url:e,replace:t}),back:()=>{history.back()},forward:()=>{history.forward()},wasPush:r}},[t]);return ie(()=>(addEventListener(`click`,n),addEventListener(`popstate`,n),()=>{removeEventListener(`click`,n),removeEventListener(`popstate`,n)}),[]),h(D.ctx.Provider,{value:i},e.children)}var ce=Promise.resolve();function le(t){let[r,i]=o(e=>e+1,0),{url:a,query:c,wasPush:l,path:u}=he();if(!a)throw Error(`preact-iso's <Router> must be used within a <LocationProvider>, see: https://github.com/preactjs/preact-iso#locationprovider`);let{rest:ee=u,params:te={}}=re(pe),d=w(!1),f=w(u),p=w(1),m=w(),g=w(),_=w(),v=w(!1),y=w();y.current=!1;let b,x,S;n(t.children).some(t=>{if(se(ee,t.props.path,S={...t.props,path:ee,query:c,params:Object.assign({},te),rest:``}))return b=e(t,S);t.props.default&&(x=e(t,S))});let ne=b||x,C=m.current&&m.current.__u&ue&&m.current.__u&de,T=m.current&&m.current.__h,E=s(()=>{g.current=m.current,m.current=h(pe.Provider,{value:S},ne);let e=g.current&&g.current.props.children;return!e||!ne||ne.type!==e.type||ne.props.component!==e.props.component?(p.current++,!0):!1},[a,JSON.stringify(S)]);C?(m.current.__u|=ue,m.current.__u|=de):T&&(m.current.__h=!0);let ae=g.current;return g.current=null,this.__c=(e,n)=>{y.current=!0,g.current=ae,t.onLoadStart&&t.onLoadStart(a),d.current=!0;let r=p.current;e.then(()=>{r===p.current&&(g.current=null,m.current&&(n.__h&&(m.current.__h=n.__h),n.__u&de&&(m.current.__u|=de),n.__u&ue&&(m.current.__u|=ue)),ce.then(i))})},ie(()=>{let e=this.__v&&this.__v.__e;y.current?!v.current&&!_.current&&(_.current=e):(!v.current&&_.current&&(_.current!==e&&_.current.remove(),_.current=null),v.current=!0,f.current!==u&&(l&&scrollTo(0,0),t.onRouteChange&&t.onRouteChange(a),f.current=u),t.onLoadEnd&&d.current&&t.onLoadEnd(a),d.current=!1)},[u,l,r]),E?[h(fe,{r:m,key:p.current}),h(fe,{r:g,key:p.current-1})]:h(fe,{r:m,key:p.current})}var ue=32,de=128,fe=({r:e})=>e.current;le.Provider=D,D.ctx=g({});var pe=g({}),me=e=>h(e.component,e),he=()=>re(D.ctx),ge=()=>re(pe),_e=i.__b;i.__b=e=>{e.type&&e.type._forwarded&&e.ref&&(e.props.ref=e.ref,e.ref=null),_e&&_e(e)};function O(e){let n,r,i=()=>e().then(e=>r=e&&e.default||e),a=e=>{let[,a]=t(0),o=w(r);if(n||=i(),r!==void 0)return h(r,e);throw o.current||=n.then(()=>a(1)),n};return a.preload=()=>(n||=i(),n),a._forwarded=!0,a}var ve=i.__e;i.__e=(e,t,n)=>{if(e&&e.then){let r=t;for(;r=r.__;)if(r.__c&&r.__c.__c)return t.__e??(t.__c.__z=[n.__e],t.__e=n.__e,t.__k=n.__k),t.__k||=[],r.__c.__c(e,t)}ve&&ve(e,t,n)};function ye(e){return this.__c=be,this.componentDidCatch=e.onError,e.children}function be(e){e.then(()=>this.forceUpdate())}var xe=(function(){let e=typeof document<`u`&&document.createElement(`link`).relList;return e&&e.supports&&e.supports(`modulepreload`)?`modulepreload`:`preload`})(),Se=function(e){return`/console/`+e},Ce={},we=function(e){return e.pathname.endsWith(`.css`)},Te=function(e,t,n){if(t in e)return e[t];let r=n();if(!r){e[t]=void 0;return}let i=r.then(()=>{e[t]=void 0},n=>{throw e[t]=void 0,n});return e[t]=i,i},k=function(e,t,n){let r=Promise.resolve();if(t&&t.length>0){let e,i=document.querySelector(`meta[property=csp-nonce]`),a=i?.nonce||i?.getAttribute(`nonce`);function o(e){return Promise.all(e.map(e=>Promise.resolve(e).then(e=>({status:`fulfilled`,value:e}),e=>({status:`rejected`,reason:e}))))}function s(e){return import.meta.resolve?new URL(import.meta.resolve(e)):new URL(e,import.meta.url)}r=o(t.map(t=>{t=Se(t,n);let r=s(t),i=we(r);return Te(Ce,r.href,()=>{if(e===void 0){e={all:new Set,styles:new Set};let t=document.getElementsByTagName(`link`);for(let n=t.length-1;n>=0;n--){let r=t[n];e.all.add(r.href),r.rel===`stylesheet`&&e.styles.add(r.href)}}if((i?e.styles:e.all).has(r.href))return;let t=document.createElement(`link`);if(t.rel=i?`stylesheet`:xe,i||(t.as=`script`),t.crossOrigin=``,t.href=r.href,a&&t.setAttribute(`nonce`,a),document.head.appendChild(t),i)return new Promise((e,n)=>{let i=a=>{t.removeEventListener(`load`,i),t.removeEventListener(`error`,i),a.type===`error`?n(Error(`Unable to preload CSS for ${r}`)):e(a)};t.addEventListener(`load`,i),t.addEventListener(`error`,i)})})}).filter(e=>e!==void 0))}function i(e){let t=new Event(`vite:preloadError`,{cancelable:!0});if(t.payload=e,window.dispatchEvent(t),!t.defaultPrevented)throw e}return r.then(t=>{for(let e of t||[])e.status===`rejected`&&i(e.reason);return e().catch(i)})};function A(e,t){return t==null?``:e[t]??t}var Ee={deficient:`Deficient`,unknown:`Outstanding`,waived:`Exception`,compliant:`In compliance`,notApplicable:`No requirement`},De={deficient:`Not insured as the lender requires`,unknown:`Information that decides it is outstanding`,waived:`In compliance, but for an exception that was approved`,compliant:`Insured as the lender requires`,notApplicable:`The lender requires nothing here, or no risk profile is set`},Oe=[`deficient`,`unknown`,`waived`,`compliant`,`notApplicable`],ke={applicability_unknown:`Not known if required`,no_policy:`No policy`,not_started:`Policy not started`,expired:`Policy expired`,cancelled:`Policy cancelled`,deactivated:`Policy deactivated`,dates_unknown:`Policy dates not known`,insured_not_named:`Borrower not named insured`,insured_unknown:`Named insured not known`,asset_not_covered:`Asset not on the policy`,clause_missing:`Lender clause missing`,rating_too_low:`Carrier rating too low`,rating_unknown:`Carrier rating not known`,form_not_accepted:`Coverage form not accepted`,claims_made:`Claims-made form`,form_unknown:`Coverage form not known`,valuation_not_accepted:`Valuation not accepted`,valuation_unknown:`Valuation not known`,coinsurance_too_high:`Coinsurance too high`,coinsurance_unknown:`Coinsurance not known`,deductible_too_high:`Deductible too high`,deductible_unknown:`Deductible not known`,currency_differs:`Currency differs`,endorsement_missing:`Endorsement missing`,endorsement_unknown:`Endorsement not known`,excluded:`Exclusion not accepted`,exclusion_unknown:`Exclusions not known`,notice_too_short:`Notice of cancellation too short`,notice_unknown:`Notice of cancellation not known`,evidence_missing:`Evidence missing`,evidence_temporary:`Temporary evidence run out`,not_confirmed:`Renewal not confirmed`,primary_missing:`Primary layer missing`,peril_missing:`Peril not covered`,limit_too_low:`Limit too low`,limit_unknown:`Limit not known`,required_amount_unknown:`Required amount not known`,aggregate_too_low:`Aggregate limit too low`,period_too_short:`Period of indemnity too short`,period_unknown:`Period of indemnity not known`,attachment_gap:`Gap below the layer`},Ae={fail:`Not met`,unknown:`Outstanding`,waived:`Exception`},je={DRAFT:`Draft`,OPEN:`Open`,ONBOARDING:`Onboarding`,approved:`Approved`,onHold:`On hold`,closed:`Closed`},Me={paidOff:`Loan paid off`,sold:`Loan sold`,chargedOff:`Loan charged off`,transferred:`Serviced by somebody else`,error:`Opened by mistake`},Ne={active:`Active`,renewalInProgress:`Renewal in progress`,onHold:`On hold`,deactivated:`Deactivated`},Pe={selfManaged:`Followed up by the lender`,serviceManaged:`Followed up by us`},j={collectEvidence:`Collect evidence`,reviewDocument:`Review a document`,renewalFollowUp:`Follow up a renewal`,resolveDeficiency:`Resolve a deficiency`,cancellationFollowUp:`Follow up a cancellation`,forcePlacementReview:`Review lender-placed insurance`,caseApproval:`Approve a case or an exception`,loanMissing:`Find a missing loan`};function Fe(e){return e.type===`caseApproval`?e.waiverId?`Decide an exception`:`Approve a case`:A(j,e.type)}var Ie={open:`Open`,inProgress:`In progress`,paused:`Paused`,completed:`Completed`,cancelled:`Cancelled`},Le=[`open`,`inProgress`,`paused`],Re={request:`Request for renewal`,reminder:`Reminder`,final:`Final reminder`,lapsed:`Coverage has lapsed`,warning:`Warning`,forcePlacementReview:`Review of lender-placed insurance`,deficiency:`Request for correction`,deficiencyReminder:`Reminder to correct`,deficiencyFinal:`Final reminder to correct`},ze={planned:`Planned`,sent:`Sent`,suppressed:`Suppressed`,skipped:`Skipped`,cancelled:`Not needed any more`,failed:`Failed`},Be={pending:`Waiting`,sent:`Accepted by the mail server`,refused:`Refused by the mail server`,abandoned:`Given up`},Ve={policyOnHold:`The policy is on hold`,policyDeactivated:`The policy is deactivated`,evidenceInReview:`Evidence came in and is being reviewed`,endDateUnknown:`The end date of the policy is not known`,allStepsDone:`All steps of this term are done`},He={pending:`Waiting for its next attempt`,delivered:`Delivered`,failed:`Failed`},Ue={requested:`Requested`,approved:`Approved`,rejected:`Rejected`,revoked:`Revoked`},We={nonPayment:`Premium not paid`,underwriting:`Carrier does not want the risk`,insuredRequest:`Insured asked for it`,rewritten:`Another policy replaces it`,other:`Another reason`},Ge={proposed:`To be decided`,accepted:`Accepted`,partlyAccepted:`Partly accepted`,rejected:`Rejected`},Ke={proposed:`To be decided`,accepted:`Accepted`,rejected:`Rejected`},qe={created:`Created`,newTerm:`New term`,correction:`Correction or confirmation`},Je={primary:`Primary`,excess:`Excess`,umbrella:`Umbrella`},Ye={perOccurrence:`Each occurrence`,aggregate:`Aggregate`,total:`Total`},Xe={Special:`Special`,Broad:`Broad`,Basic:`Basic`,Unknown:`Not known`},Ze={mortgagee:`Mortgagee`,lendersLossPayable:`Lender’s loss payable`,lossPayee:`Loss payee`,additionalInsured:`Additional insured`,certificateHolder:`Certificate holder`},Qe={LOAN_AMOUNT:`Loan amount`,INSURABLE_VALUE:`Insurable value`,LESSER:`Lesser of loan amount and insurable value`,FLOOD:`Federal flood rules: least of balance, insurable value and the program’s maximum`},$e={TARGET:`Each building or the case`,LOAN:`All buildings together`},et={ANY:`One of the borrowers`,ALL:`Each of the borrowers`},tt={AM_BEST:`A.M. Best`,DEMOTECH:`Demotech`,SP:`S&P`,MOODYS:`Moody’s`},nt={replacementCost:`Replacement cost`,actualCashValue:`Actual cash value`,agreedValue:`Agreed value`,functionalReplacementCost:`Functional replacement cost`},rt={carrier:`Carrier`,limits:`Limits`,deductibles:`Deductible`,coverageFormType:`Form`,mortgageeClauses:`Clauses`,insureds:`Named insureds`,perils:`Perils`,valuation:`Valuation`,endorsements:`Endorsements`,exclusions:`Exclusions`,noticeDays:`Days of notice`,attachment:`Attachment`},it={LIMIT:`the limit`,INSURED_VALUE:`the insured value`},at={voluntary:`By the borrower`,lenderPlaced:`Lender-placed`},ot={ACCEPT:`what a new term takes over from the one before counts`,UNKNOWN:`what a new term takes over from the one before is outstanding until it is confirmed`},st={loanNumber:`loan number`,displayName:`name`,insured:`named insured`,asset:`address`,policyNumber:`policy number`},ct={serviceAccount:`Lender`,staff:`Staff`,person:`Person`,system:`covertrack`,evidenceLink:`Evidence link`};function lt(e,t){let n=A(ct,t);return n===e?e:`${e} (${n.toLowerCase()})`}var ut={admin:`Administrator`,analyst:`Analyst`,viewer:`Viewer`},dt={office:`Office`,mobile:`Mobile`,home:`Home`,fax:`Fax`,other:`Another`},ft={viewer:`Viewer`,analyst:`Analyst`,approver:`Approver`,admin:`Administrator`,support:`Support`,operator:`Operator`},pt={live:`live`,test:`test`,sandbox:`sandbox`},mt=Symbol.for(`pv`),ht=0;Array.isArray;function M(e,t,n,r,a,o){t||={};var s,c,l=t;if(`ref`in l&&typeof e!=`function`)for(c in l={},t)c==`ref`?s=t[c]:l[c]=t[c];var u={type:e,props:l,key:n,ref:s,__k:null,__:null,__b:0,__e:null,__c:null,constructor:mt,__v:--ht,__i:-1,__u:0};return(a||o)&&(u.__source=a,u.__self=o),i.vnode&&i.vnode(u),u}var gt={accountRole:`role`,body:`opening`,carriedOver:`not confirmed since renewal`,claimsMade:`claims-made form`,coinsurancePercent:`coinsurance, percent`,coverageFormType:`coverage form`,coverageTypeIds:`coverages`,expiresOn:`last day`,externalId:`key in other systems`,gapDays:`days without cover`,insuranceContactCCIds:`contacts in copy`,insuranceContactsCC:`contacts in copy`,insuranceContactIds:`insurance contacts`,insuredIds:`named insureds`,managementType:`follow-up`,mortgageeClauseIds:`mortgagee clauses`,naicCode:`NAIC number`,amBestRating:`A.M. Best rating`,noticeDays:`days of notice`,perilsByAsset:`perils by asset`,riskProfileId:`risk profile`,statedValues:`statement of values`,url:`address`,versionNumber:`version`,waiverId:`exception`},_t=e=>gt[e]??e.replace(/Ids?$/,``).replace(/([a-z])([A-Z])/g,`$1 $2`).toLowerCase(),N={...je,...Ne,...Ie,...Ue,...Ge,...He,...ze},vt=e=>(N[String(e)]??String(e)).toLowerCase(),yt={status:N,statusBeforeHold:N,state:N,stateBeforeHold:N,verdict:Ee,codes:ke,carriedOver:rt,clauseType:Ze,coverageFormType:Xe,coverageLayer:Je,kind:Ye,limitBasis:Qe,managementType:Pe,of:it,placement:at,reason:{...Me,...We},step:Re,type:j,valuation:nt};function bt(e,t,n){if(e==null||e===``||Array.isArray(e)&&e.length===0)return`nothing`;if(Array.isArray(e))return e.map(e=>bt(e,t,n)).join(e.every(e=>typeof e==`string`)?`, `:`; `);if(typeof e==`boolean`)return e?`yes`:`no`;if(typeof e==`number`)return e.toLocaleString(`en-US`);if(typeof e==`string`)return xt(e,t,n);let r=e;return typeof r.amount==`string`&&typeof r.currency==`string`?ee(r):Object.entries(r).filter(([,e])=>e!==null).map(([e,t])=>`${_t(e)} ${bt(t,e,n)}`).join(`, `)}function xt(e,t,n){return/^\d{4}-\d{2}-\d{2}(T00:00:00(\.000)?Z)?$/.test(e)?b(e):/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(e)?m(e):yt[t]?.[e]??(/^[0-9a-f-]{36}$/.test(e)?n(e):e)}var St=e=>e.replace(/`([^`]+)`/g,(e,t,n)=>{if(!/^[A-Za-z][\w.[\]]*$/.test(t))return t;let r=Ct(t.replace(/\[(\d+)\]/g,`/$1`).replaceAll(`.`,`/`));return n===0?r.charAt(0).toUpperCase()+r.slice(1):r}),Ct=e=>e.replace(/^\/variables\/input(?=\/|$)/,``).split(`/`).filter(e=>e!==``).map(e=>/^\d+$/.test(e)?String(Number(e)+1):/^[A-Za-z]+$/.test(e)?_t(e):e).join(` `);function wt({query:e}){if(e.data===void 0)return null;let t=ne(e.since);return e.stale?M(`span`,{class:`since warn`,role:`status`,children:[`Shown as of `,t,`; `,te.value?`reading it again failed: ${e.error?.message??``}`:`connection lost`,` `,M(`button`,{type:`button`,onClick:()=>void e.reload(),disabled:e.loading,children:`Try again`})]}):M(`span`,{class:`since quiet`,children:[`As of `,t]})}var Tt={network:`Check your connection. The page tries again automatically.`,not_found:`It does not exist in this portfolio. Check the address, or look it up in the other portfolios.`,rate_limited:`There were too many requests. Wait a minute, then try again.`,overloaded:`The server is busy. Wait a little, then try again.`,unavailable:`The server cannot reach its database. Wait a little, then try again.`};function Et({refusal:e,retry:t}){return M(`div`,{class:`problem`,role:`alert`,children:[M(`p`,{children:[M(`strong`,{children:e.message}),` `,Tt[e.code]]}),M(Dt,{refusal:e}),t&&M(`button`,{type:`button`,onClick:t,children:`Try again`}),e.requestId&&M(`p`,{class:`quiet`,children:[`Quote this when you ask for help: `,M(`code`,{children:e.requestId})]})]})}function Dt({refusal:e}){return e.violations.every(({message:t})=>t===e.message)?null:M(`ul`,{children:e.violations.map(({pointer:e,message:t})=>M(`li`,{children:[t,` `,M(`span`,{class:`quiet`,children:Ct(e)})]},e+t))})}var Ot=`/console`,kt=(e,t=!1)=>{t?location.replace(e):location.assign(e)};function At(e){kt=e}function P(...e){let t=e.filter(e=>typeof e==`string`).map(e=>`/${encodeURIComponent(e)}`),n=e.find(e=>typeof e==`object`);return Ot+t.join(``)+zt(new URLSearchParams,n??{})}function jt(e,t=!1){kt(e,t)}var Mt=c(``);function Nt(){Mt.value=location.href}function Pt(){return Mt.value,new URLSearchParams(location.search)}function Ft(e){return Pt().get(e)??``}function It(e){return Ft(e).split(`,`).filter(Boolean)}function Lt(e,t={}){jt(location.pathname+zt(new URLSearchParams(location.search),e),!t.push)}function Rt(e){return location.pathname+zt(Pt(),e)}function F(){Mt.value;let[,e]=/^\/console\/([^/]+)/.exec(location.pathname)??[];return e&&e!==`look-up`?decodeURIComponent(e):void 0}function zt(e,t){for(let[n,r]of Object.entries(t)){let t=Array.isArray(r)?r.join(`,`):r==null?``:String(r);t===``?e.delete(n):e.set(n,t)}let n=e.toString().replaceAll(`%2C`,`,`).replaceAll(`%5B`,`[`).replaceAll(`%5D`,`]`);return n&&`?${n}`}var I=class extends Error{code;requestId;violations;status;retryAfter=0;constructor(e,t,n,r=``,i=[]){super(n),this.name=`Refusal`,this.status=e,this.code=t,this.requestId=r,this.violations=i}};function L(e){return{"Content-Type":`application/json`,"X-Console":`1`,...e.portfolio&&{"X-Portfolio":e.portfolio},...e.idempotencyKey&&{"Idempotency-Key":e.idempotencyKey}}}function Bt(e,t){return{documentId:e.__meta__?.hash,variables:t}}async function R(e,t,n={}){let r=await z(`/graphql`,{method:`POST`,headers:{...L(n),Accept:`application/graphql-response+json`},body:JSON.stringify(Bt(e,t)),...n.signal&&{signal:n.signal}}),i=await Vt(r),a=Ut(r,i);if(a)throw a;return i.data}async function z(e,t){try{let n=await fetch(e,t);return te.value=!0,n}catch(e){throw t.signal?.aborted?e:(te.value=!1,new I(0,`network`,`The server cannot be reached.`))}}async function Vt(e){try{return await e.json()}catch{return}}var Ht=({pointer:e,message:t})=>({pointer:e,message:St(t)});function Ut(e,t){let n=e.headers.get(`X-Request-Id`)??``,r=t?.errors?.[0],i=r?.extensions?.code??(e.ok&&t?.data?``:`unreadable`);if(e.status===401&&(_.value||(d.value=r?.message??``),_.value=!0),!i)return;let a=t?.errors?.flatMap(e=>e.extensions?.errors??[]).map(Ht)??[],o=r?St(r.message):`The server answered ${e.status} and nothing that can be read.`,s=new I(e.status,i,o,r?.extensions?.requestId??n,a);return s.retryAfter=Number(e.headers.get(`Retry-After`)??0),s}var Wt=3e4,Gt=5e3;function B(e){return e instanceof I?e:new I(0,`page`,`The page could not read the answer: ${String(e)}`)}function V(e,n,r=F()){let i=JSON.stringify([e.__meta__?.hash,n,r]),[a,o]=t({loading:!0,since:new Date}),s=w(void 0);async function c(){s.current?.abort();let t=s.current=new AbortController;o(e=>({...e,loading:!0}));try{let a=await R(e,n,{portfolio:r,signal:t.signal});t.signal.aborted||o({data:a,key:i,loading:!1,since:new Date})}catch(e){t.signal.aborted||o(t=>Kt(t,i,B(e)))}}C(()=>(c(),()=>s.current?.abort()),[i]),qt(i,a,()=>void c());let{key:l,...u}=a;return{...u,loading:a.loading||l!==i,stale:a.error!==void 0&&a.data!==void 0,reload:c}}function Kt({data:e,key:t,since:n},r,i){return{...e!==void 0&&t===r&&{data:e},key:r,since:n,error:i,loading:!1}}function qt(e,t,n){let r=Jt(t.error);C(()=>{if(r===void 0||t.loading)return;let e=setTimeout(n,r);return addEventListener(`online`,n),()=>{clearTimeout(e),removeEventListener(`online`,n)}},[e,r,t.loading]),C(()=>{let e=()=>{!document.hidden&&Date.now()-t.since.getTime()>Wt&&n()};return document.addEventListener(`visibilitychange`,e),()=>document.removeEventListener(`visibilitychange`,e)},[e,t.since])}function Jt(e){return e?.code===`network`||e?.status===503?Gt:e?.status===401&&!_.value?0:void 0}function Yt(e,n,r,i=!0){let[a,o]=t({}),s=JSON.stringify(n);C(()=>{if(!i)return;let t=new AbortController,a=setTimeout(()=>{R(e,n,{portfolio:F(),signal:t.signal}).then(e=>!t.signal.aborted&&o({data:e,key:s}),e=>!t.signal.aborted&&o(({data:t})=>({...t!==void 0&&{data:t},refusal:B(e),key:s})))},r);return()=>{clearTimeout(a),t.abort()}},[s,i]);let{key:c,...l}=a;return{...l,busy:i&&c!==s}}function Xt(e,n=F()){let[r,i]=t({busy:!1}),a=w(void 0);async function o(t){let r=JSON.stringify(t);a.current?.variables!==r&&(a.current={variables:r,key:crypto.randomUUID()}),i({busy:!0});try{let r=await R(e,t,{portfolio:n,idempotencyKey:a.current.key});return a.current=void 0,i({busy:!1}),r}catch(e){let t=B(e);throw t.status>0&&t.status<500&&(a.current=void 0),i({busy:!1,error:t}),t}}return{...r,write:o,clear:()=>i({busy:!1})}}var Zt=e=>e.replace(/[\s,$]/g,``);function Qt(e,t=`USD`){let n=Zt(e);return n?{amount:n,currency:t}:void 0}var $t=e=>e?new Intl.NumberFormat(`en-US`,{maximumFractionDigits:4}).format(e.amount):``,en=e=>e?e===`yes`:null,tn=e=>e===!0?`yes`:e===!1?`no`:``;function nn(e){let t=e.map(({pointer:e,message:t})=>({pointer:e.replace(/^\/variables\/input(?=\/|$)/,``),message:t})),n=new Set;return Object.assign(e=>{let r=t.filter(t=>t.pointer===e),i=r.length>0?r:t.filter(t=>t.pointer.startsWith(`${e}/`)).slice(0,1);for(let{message:e}of i)n.add(e);return i.length>0?[...new Set(i.map(({message:e})=>e))].join(` `):void 0},{shown:n})}function rn(e,t){let{status:n,code:r,message:i,requestId:a,violations:o}=e;return new I(n,r,i,a,o.map(e=>({...e,pointer:`/${t}`})))}function an(e){return t=>e.find(({pointer:e})=>e.split(`/`).includes(t))?.message}function on(e){let n=w(null),[r,i]=t(!1),[a,o]=t();C(()=>{let e=document.activeElement;return n.current?.showModal(),()=>e?.focus()},[]),C(()=>n.current?.querySelector(`[aria-invalid]`)?.focus(),[a]);async function s(t){t.preventDefault(),i(!0),o(void 0);try{await e.onConfirm(),e.onClose()}catch(e){o(B(e)),i(!1)}}return M(`dialog`,{ref:n,onClose:e.onClose,"aria-label":e.title,children:M(`form`,{method:`dialog`,onSubmit:e=>void s(e),children:[M(`h2`,{children:e.title}),M(`div`,{class:`what`,children:e.what}),e.children?.(an(a?.violations??[]),nn(a?.violations??[])),a&&M(Et,{refusal:a}),M(`div`,{class:`actions`,children:[M(`button`,{type:`button`,onClick:e.onClose,children:`Back`}),M(`button`,{type:`submit`,class:e.danger?`danger`:`primary`,disabled:r,children:r?`Working…`:e.action})]})]})})}function sn({label:t,hint:n,error:r,children:i}){let a=u(),o=[n&&`${a}-hint`,r&&`${a}-error`].filter(Boolean).join(` `);return M(`div`,{class:`field`,children:[M(`label`,{for:a,children:t}),e(i,{id:a,...o&&{"aria-describedby":o},...r&&{"aria-invalid":!0}}),n&&M(`p`,{class:`hint`,id:`${a}-hint`,children:n}),r&&M(`p`,{class:`error`,id:`${a}-error`,role:`alert`,children:r})]})}function cn(e){return M(`div`,{class:`scroll`,...!e.onOpen&&{tabIndex:0,role:`region`,"aria-label":e.caption},children:M(`table`,{class:e.dense?`dense`:void 0,children:[M(`caption`,{class:`hidden`,children:e.caption}),M(`thead`,{children:M(`tr`,{children:e.columns.map(t=>M(ln,{column:t,sort:e.sort,onSort:e.onSort},t.key))})}),M(`tbody`,{onKeyDown:e.onOpen&&fn,children:e.rows.map((t,n)=>M(un,{row:t,first:n===0,props:e},e.rowKey(t)))})]})})}function ln({column:e,sort:t,onSort:n}){let r=e.numeric?`number`:void 0;if(!e.sorts||!n)return M(`th`,{scope:`col`,class:r,children:e.title});let[i,a]=e.sorts,o=t===i?`ascending`:t===a?`descending`:`none`;return M(`th`,{scope:`col`,class:r,"aria-sort":o,children:M(`button`,{type:`button`,class:`sort`,onClick:()=>n(t===i?a:i),children:[e.title,` `,M(`span`,{"aria-hidden":`true`,children:o===`ascending`?`▲`:o===`descending`?`▼`:`↕`})]})})}function un({row:e,first:t,props:n}){let{columns:r,onOpen:i}=n,a=n.current!==void 0&&n.current===n.rowKey(e);return M(`tr`,{...i&&{tabIndex:a||t&&n.current===void 0?0:-1,class:`opens`},"aria-current":a||void 0,onClick:t=>i&&!dn(t)&&i(e),onKeyDown:t=>i&&t.key===`Enter`&&t.target===t.currentTarget&&i(e),children:r.map(t=>M(`td`,{class:t.numeric?`number`:void 0,children:t.cell(e)},t.key))})}function dn(e){return!!e.target.closest(`a, button, input, select, label`)||String(getSelection())!==``}function fn(e){let t=e.target.closest(`tr`),n=t?.parentElement?.children,r={ArrowDown:t?.nextElementSibling,ArrowUp:t?.previousElementSibling,Home:n?.[0],End:n?.[n.length-1]}[e.key];r instanceof HTMLElement&&(e.preventDefault(),r.focus())}var pn={deficient:`✕`,unknown:`?`,waived:`~`,compliant:`✓`,notApplicable:`–`};function mn({value:e}){return e?M(`span`,{class:`verdict ${e}`,title:A(De,e),children:[M(`span`,{"aria-hidden":`true`,children:pn[e]}),` `,A(Ee,e)]}):M(`span`,{class:`quiet`,children:`–`})}function hn({text:e,tone:t}){return M(`span`,{class:`status ${t??``}`,children:e})}function gn({value:e}){return e?M(`span`,{class:`money`,children:ee(e)}):M(`span`,{class:`quiet`,children:`–`})}function _n({value:e,distance:t}){if(!e)return M(`span`,{class:`quiet`,children:`–`});let n=l(e);return M(`time`,{class:`day`,dateTime:e.slice(0,10),title:n,children:[b(e),t&&M(`span`,{class:`quiet`,children:[` `,n]})]})}function vn({value:e}){return e?M(`time`,{class:`day`,dateTime:e,title:`${new Date(e).toISOString()} (UTC)`,children:m(e)}):M(`span`,{class:`quiet`,children:`–`})}function H({to:e,children:t,...n}){return M(`a`,{href:e,...n,children:t})}function yn(e){let t=t=>{let n=e.choices.map(e=>e.value).filter(n=>e.chosen.includes(n)&&n!==t);e.onChange(e.chosen.includes(t)?n:e.single?[t]:[...n,t])};return M(`div`,{class:`chips`,role:`group`,"aria-label":e.label,children:e.choices.map(({value:n,label:r,title:i})=>M(`button`,{type:`button`,class:`chip`,"aria-pressed":e.chosen.includes(n),title:i,onClick:()=>t(n),children:r},n))})}function bn({value:e,one:t,many:n=`${t}s`}){return M(`span`,{class:`total`,"data-total":e,"aria-live":`polite`,children:v(e,t,n)})}function U({what:e}){return M(`p`,{class:`loading`,role:`status`,children:e?`Reading ${e}…`:`Reading…`})}function W({children:e}){return M(`p`,{class:`empty`,children:e})}var G=class extends String{__apiType;value;__meta__;constructor(e,t){super(e),this.value=e,this.__meta__=t}toString(){return this.value}};new G(`
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
    `,{fragmentName:`ExportLine`}),new G(`
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
    `,{fragmentName:`ImportLine`}),new G(`
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
    `,{fragmentName:`Sandboxed`}),new G(`
    fragment VerdictShareParts on VerdictShare {
  verdict
  cases
  loanAmounts {
    amount
    currency
  }
}
    `,{fragmentName:`VerdictShareParts`}),new G(`
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
    `,{fragmentName:`CaseContact`}),new G(`
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
    `,{fragmentName:`LimitRow`}),new G(`
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
}`,{fragmentName:`CasePolicy`}),new G(`
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
    `,{fragmentName:`CaseDocument`}),new G(`
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
    `,{fragmentName:`CaseWaiver`}),new G(`
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
}`,{fragmentName:`CaseFacts`}),new G(`
    fragment LookedUpCase on Case {
  id
  displayName
  loanNumber
}
    `,{fragmentName:`LookedUpCase`}),new G(`
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
}`,{fragmentName:`LookedUpPolicy`}),new G(`
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
    `,{fragmentName:`LookedUpEvent`}),new G(`
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
    `,{fragmentName:`LookedUpDelivery`}),new G(`
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
}`,{fragmentName:`LookedUp`}),new G(`
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
    `,{fragmentName:`Tried`}),new G(`
    fragment PolicyCancellation on Cancellation {
  termNumber
  effectiveDate
  reason
  reinstatedOn
  recordedAt
}
    `,{fragmentName:`PolicyCancellation`}),new G(`
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
    `,{fragmentName:`ProfileParts`}),new G(`
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
    `,{fragmentName:`TriedDemand`});var xn={__meta__:{hash:`sha256:b27ed68643a57c4c13cb16ef8747ca566f0d30cf1eaa398b8f8aec66c65dd707`}},Sn={__meta__:{hash:`sha256:038a50585006c31d6d1f747d7aa2988f3050e9026f064d8a6371ba65830c615f`}},Cn={__meta__:{hash:`sha256:9e7d56a7d00f68b51f6c8adcef622020ffe7f1cd039c62341153c86bfeb52248`}},wn={__meta__:{hash:`sha256:3f84cd9248f43d507d5c8ee8c1516107a8274a6cc3a97f8eb6606c5bc8a3bcaa`}},Tn={__meta__:{hash:`sha256:9df2040c1dc86a809bc5f12a1a13222d7e45793b40cce10b12647b748bd61a73`}},En={__meta__:{hash:`sha256:fa7cabb524fdbcefd4ef581c5e62511c8f54c9ceddccf45a98670c789081461b`}},Dn={__meta__:{hash:`sha256:2a12c7e1eb1c75cab2e5a470d2d3873c3de3c056cc6613462ee362c8e9d1e142`}},On={__meta__:{hash:`sha256:08ae0592284b541cf6a3d9b839ee5aa8192e81965c7c2096656b0c4965fda40d`}},kn={__meta__:{hash:`sha256:11735e0f0e25c109ca4f71d496f8a90ed76176bf91a21bfcc0912958e10b43d1`}},An={__meta__:{hash:`sha256:45fe290a58cb4f1ba39aa06b75a82bbd692951dfe385606550b00fb8dc7649de`}},jn={__meta__:{hash:`sha256:7591f45ca2f3ddbd709cf97dd1f8756869a015220f9303f476f5cb66ceefbe98`}},Mn={__meta__:{hash:`sha256:95f6d4a1f636ccf7ed8b9111d57c00dc621f483d81637e559d101fb3a0d8bcc3`}},Nn={__meta__:{hash:`sha256:cb93b9b760df69aac77a67f8417c845cd503db10994cfbffd9fbabebc3fd3db7`}},Pn={__meta__:{hash:`sha256:eba9b036a588d416fc81d0c92b0460e5cea2c0f2b213be361233ccf710b9373a`}},Fn={__meta__:{hash:`sha256:cd427024d3d62be9bb79cfc0dd6a87b971889288b2635c769df84a51a412d2cb`}},In={__meta__:{hash:`sha256:1930d917ac64b6e6dd1d22a46ad374e7d26a4f2cf3972fd457af0c412539d94e`}},Ln={__meta__:{hash:`sha256:4a87726d56ff36a7a40d7d0dc30cc4d9a499ca8f6dc26c9bcf6cd3c12d6e9516`}},Rn={__meta__:{hash:`sha256:35cca19ae3e29749e7221ac927288432a1490ea53af55d3106251350037f0d7c`}},zn={__meta__:{hash:`sha256:2107d0699efc5db7617933f9e7f3a31eed5991720236bcf07b4c287a36fa6fe3`}},Bn={__meta__:{hash:`sha256:d4a208668011bbe6c0075ffa5d4de7474989c404e76d12ed450c3e5b9c7737ff`}},Vn={__meta__:{hash:`sha256:2827daa9a3acdaa534bbe20ed976a60da0d6df3edc7045cefff8aa47d800c14e`}},Hn={__meta__:{hash:`sha256:be5f8b2f815eac6be121b7d47d9cb31c6c376c49817dc0f2fe719920dce25a16`}},Un={__meta__:{hash:`sha256:8298acacacff07f07db7da01b46cd20c559149a8c447fdbba204fd737ff2c878`}},Wn={__meta__:{hash:`sha256:ec5d9296b42b3050055c47467bf278a0e09f7f99536525bb7074312c434cc46b`}},Gn={__meta__:{hash:`sha256:33e3ec256a5dd38b584607c2acf01e98503fe32a195ae93b2d3f601e52617c60`}},Kn={__meta__:{hash:`sha256:5621e28796c93dd9ac52aa79b0c9cb33dc38a7c54c30ff212293469a52c97c72`}},qn={__meta__:{hash:`sha256:a9e3fc4ad2b7593d2def94100fa2dc9dde649b487296924b94efe6d99d9921d0`}},Jn={__meta__:{hash:`sha256:8ce59ecd24600cd65c88c1b062f80310d77f5407ecaea67b712b79c67b773dc4`}},Yn={__meta__:{hash:`sha256:af49cba0c08392d07d3e04da975ae6938c2cd37a0830a9d18671c51c111d8f35`}},Xn={__meta__:{hash:`sha256:56a489bfc52813929958ec97555b3b1b62c95503816f0973c2b8b602bd717f5e`}},Zn={__meta__:{hash:`sha256:6dc16d90310b5184e175a648a3eca3d8f06bf51ec5a5ad5ade375d10baf6c790`}},Qn={__meta__:{hash:`sha256:8cc3191d3a9fce5d104a005aa8ba0214f305f73528b1375dd3062e1c20461270`}},$n={__meta__:{hash:`sha256:9bd13f2134e2cff5bc020ab9958e49c3a146a7889c2c4bc73ba7fa092d0692e3`}},er={__meta__:{hash:`sha256:1d6dd80f23eb642781b8a82ab5286eeade7bb89ec91a0097231c3216c0562590`}},tr={__meta__:{hash:`sha256:d989441d24f28d0764cb3919221f1bc615096d0759f43dd674daa39304addeea`}},nr={__meta__:{hash:`sha256:b4e841ea963232afc92823661930823a87155ff51d7886b1fecb5476342c7737`}},rr={__meta__:{hash:`sha256:8a570f4efcc0bc0c548c4aa96fed94a17ed731d79862a80240d4ae0fad5e45b0`}},ir={__meta__:{hash:`sha256:118a455deea22644b100d52760230e0a38ff8fafd990232d63330ad60c3d153b`}},ar={__meta__:{hash:`sha256:23977772fbb9fedb6d0bac0452ebeef00e222d9745272ab926bb0bdbd606dd4f`}},or={__meta__:{hash:`sha256:15b170bdd809b3fd6ac492e90d58086a474c0f17a49acbdb869f68992c1202a0`}},sr={__meta__:{hash:`sha256:e7130fb7abe1aa698d7abb4e60a11c9dac9e1a697dccfab1712e2a6e564a4764`}},cr={__meta__:{hash:`sha256:6b6ad4440b366678586a5c10730463f21c1dd12d361f355b485377d4bd73b10f`}},lr={__meta__:{hash:`sha256:a4165810d9dee41a05d64c09b923547ada0769c5eb858a5aa889a749cd0c134d`}},ur={__meta__:{hash:`sha256:9b93f53b6d7552c8f37d68faf24aae318ce46644c4c6d9b63a2530f9eb5282e5`}},dr={__meta__:{hash:`sha256:27db1d0d3de976fd8b09ca4afe7d092a56f36f1665964628cfd9d994766440be`}},fr={__meta__:{hash:`sha256:a3721b2e02c51aa911c6027be70dce3b7e39ceed51c83352f26790aea361edbb`}},pr={__meta__:{hash:`sha256:973eab53e704099e0ee21647e7940cbb93150cece1f36efaa9cfcb9ff0d153c1`}},mr={__meta__:{hash:`sha256:e3ac1ea2484f845563f1c48de388c264aab65bb76702c46c8b204ecc543190ea`}},hr={__meta__:{hash:`sha256:3f5e66def84113f33080f38c4be80942d6168db476b90defd02c6e7c9f18fa72`}},gr={__meta__:{hash:`sha256:4f26e804910bbd02f77f8718ba22ca4e9f375da64845c1556f0ec90f8f4bdb90`}},_r={__meta__:{hash:`sha256:c5ea68cde79f5328eb37d07dac8f4e4c5b6be0a1778cf18a6dbea22c8e4824fa`}},vr={__meta__:{hash:`sha256:ab0c96e9bf508fd9392ad42877944c4b732d220612cbd04a2a6086d3c7b954e1`}},yr={__meta__:{hash:`sha256:5b87b691c08b5ca1fe6071c919218a6ece1c088fd4f5b13d04c462241bf4cdaf`}},br={__meta__:{hash:`sha256:84524021cd85cab5bd04288bf4185d3b1b0cb52f239c7db1794ca7bd1f32b143`}},xr={__meta__:{hash:`sha256:73dcdca8798553460df4409a936921e84685792a8f0182b0a7ce5c55b19a5087`}},Sr={__meta__:{hash:`sha256:88abc4f492daa442a0d2fc6080d558257c685e7ba09e83ceca6a73f9a2e8c768`}},Cr={__meta__:{hash:`sha256:2de6e4c3d7fc7a9cf34a149b767aaca72fd951fa5008a245ebbbdf65c45feef7`}},wr={__meta__:{hash:`sha256:507cd98b6ce2d6779a0ca02d7715d84bc38f9891779bffdf0abfa53aed8ada4c`}},Tr={__meta__:{hash:`sha256:f8f4f6fbddc9528b68ff7d4115019e6ec4bab55cb73750f6d15ab7c27ea97b69`}},Er={__meta__:{hash:`sha256:a1349dab79c0e16697856ac83d1e9d4752cfa7debfb8c6f630756d55590f5a94`}},Dr={__meta__:{hash:`sha256:53b753d229e19c7494cf9d6036081e1d953a3ab424da66f22badcf8eef45c09d`}},Or={__meta__:{hash:`sha256:5a7daad98249776dc854c7ef38a15aab05e7f6c148420923f27f3b50d24250f1`}},kr={__meta__:{hash:`sha256:c1787d81a77a96c555aa8f526e84263830c2040b5c5b0b2ac516d7ada699890f`}},Ar={__meta__:{hash:`sha256:c7bc0a20bd41635946547f84e135b2bb182a421e11b604851708dd7a47d5e1e2`}},jr={__meta__:{hash:`sha256:a52fa39ff4c7273925ad02acdf736e487ac15f546dfdfe2faee17e5dc63cb8e7`}},Mr={__meta__:{hash:`sha256:d48b835b722e9ede34996a965b24555285b9226f1aeb5ad467747c8504dffce0`}},Nr={__meta__:{hash:`sha256:1532544467f249f99bda4df9a15a73243167ee1d652062dc659b4a97c40b44cf`}},Pr={__meta__:{hash:`sha256:e47d16a2bb2d9b756fb7985c8107cd11bb41af8305711de0d597d965dd7b4926`}},Fr={__meta__:{hash:`sha256:5a84d690e95195707d90ee973f09655614b31a920f187c59a29ed5bf19a131f1`}},Ir={__meta__:{hash:`sha256:53940ffa55bcd42f1d5261a919ae9cde06cc907826ff9aae565ec1b42f9b45d6`}},Lr={__meta__:{hash:`sha256:e93e0bdc9d06e0786454a0f1541b0c3c75d19385e3d8b4aabe543153d298de8a`}},Rr={__meta__:{hash:`sha256:4af242e3cc20b5db94d87b30a56c673ca2ba3396debbf14891f0be0fab147efa`}},zr={__meta__:{hash:`sha256:23c1df7f47fb2f905fd1a78ce68ecf3f6b93c6692455b9c957cbf8bbf1bb1c50`}},Br={__meta__:{hash:`sha256:5efaa47cefdb9cd16e33d63d29d5fec3f80b999f0e3e5112d4fff645db0adc02`}},Vr={__meta__:{hash:`sha256:0f5b1d08eec52ec31d5dc4e738b8758567158a15553de317a2e705ef620e037d`}},Hr={__meta__:{hash:`sha256:3abe3f5cf4ae29dcf972609bc1f1ac4a02477148e4dbccd0c87ee410112ffd3f`}},Ur={__meta__:{hash:`sha256:8ff199988854946e7aff5a3eb21ceda34767b82099da34d7980487557bd8bb50`}},Wr={__meta__:{hash:`sha256:8e2e44875f45f608cf61fa1aed57b3cc7df13643fd96062e950def08baaaa259`}},Gr={__meta__:{hash:`sha256:723249628d22126becde8ce82c1583351271c1c53c6a9527fb125b41d61b663c`}},Kr={__meta__:{hash:`sha256:fca8589bcfed5e1db8a64648698708173be9025b5bfda4dcea3775ea229e2f23`}},qr={__meta__:{hash:`sha256:7c452b635058e2e92c21abef539dd165525fde18a96f4c824f4742bd2a133c09`}},Jr={__meta__:{hash:`sha256:e8bf524dba7601dde2a01c83c52d09b314a0838ed23d6980d961e7683c56b0f6`}},Yr={__meta__:{hash:`sha256:6b3dad3c7291c90f2772cfd6816a1a4dd614f17275332bd15c4484366a8243fc`}},Xr={__meta__:{hash:`sha256:58dff9ad4a7729ebe08d0bbac393f6405fcacfcc65fe17fef5ff88f49455fafc`}},Zr={__meta__:{hash:`sha256:5134e43e84d45a1578ae2c1e3f60a0c90bfd48886306975d18cc5f3f5f3e6c11`}},Qr={__meta__:{hash:`sha256:38e4066e30bb28de3d445c1e4dd8315cd6a5d55bbb03af5cd0fd6382d783c1d7`}},$r={__meta__:{hash:`sha256:63ab28253bb2557d534d64524be81186d723117bd3ab28600e344b1070d867bf`}},ei={__meta__:{hash:`sha256:6504850e7cd1cea1b104203339aeb56f088f356a3148b48fbf8de7cd848d9399`}},ti={__meta__:{hash:`sha256:d962f30615a53f3e74c74091e3824d080bd1eadb8b1a93a4680506f6a498edd3`}},ni={__meta__:{hash:`sha256:c42a344d09f22df4ccee7d5345cc98723396d2acf8a89f056f7125ecc9b8bfec`}},ri={__meta__:{hash:`sha256:fbaba73e543fc791d9cf0c34bd592fefc773b26468d720cf56e0225dfe4b6682`}},ii={__meta__:{hash:`sha256:5e1c72b915e7e7f04875ad6657069db8c5c9c52f09f5a8633231ff079f50f73e`}},ai={__meta__:{hash:`sha256:56143c50b9b9d7442f6d9509e9ebdd1549c030602609b71170ed6e801cdc574f`}},oi={__meta__:{hash:`sha256:d23e3c79899daded2dcca6d08cd0115fada137f0e1aec8b164565f6da2e103a3`}},si={__meta__:{hash:`sha256:d642963c179b53c6706ee801a2b9e73e082df4e4bb142263203e47efe5e87250`}},ci={__meta__:{hash:`sha256:7db38b2ff27206c4200659843d009ecf5df77c7a966b0a83a30cfc21629b8611`}},li={__meta__:{hash:`sha256:18842c406ee147240134850e99adf25f74cc40d0005e63451e8ce9e438e2ff44`}},ui={__meta__:{hash:`sha256:6d92e9034c7cb3bf630ed9c68524737861c72870fac122d9e9df6a1ecade406f`}},di={__meta__:{hash:`sha256:110bd1ae2a19418ceceb9233aa8081b37606de15d43fb9f002f08e2f46c06a83`}},fi={__meta__:{hash:`sha256:21c39c868bf49215451e657109685093d8ed1012f273f679c8f8118fd66b114d`}},pi={__meta__:{hash:`sha256:ec6c0177cd17d0dc96bbc13e39b0e276e96f5195a2645db8b7eb3d015a5c05ec`}},mi={__meta__:{hash:`sha256:4e6e5afa2510a3238450b916b8cc2b8517cb59bdc33e000f08865327f1df4867`}},hi={__meta__:{hash:`sha256:45851eef4274ba25b4bc9a3733d26e35e30d7d8b7a27fc4dc37dd5a44af60354`}},gi={__meta__:{hash:`sha256:c57d7a8b27df47960219c14ded216afef257bdc28926e2e3d41eddf4cbbf17b5`}},_i={__meta__:{hash:`sha256:19b0112fefa1682812fe06b2fd97a7808b986751e73cc910b49f23b987a238b2`}},vi={__meta__:{hash:`sha256:f7d0add3d77407c8f5a4f0db2c639e9011d42fc1af0b4e02925356bb11aef64b`}},yi={__meta__:{hash:`sha256:78accb0b3babc6b00160d791cf55dbbfaea12b760c1c63a795322505988f7514`}},bi={__meta__:{hash:`sha256:e234509edd69e468fbb7d1d154572cf35cce5ea1477c18b22714683e37328e34`}},xi={__meta__:{hash:`sha256:3bcf273843d1d3ac570f3ef55495e46a31a84670543d1888c3b9c62d3e028529`}},Si={__meta__:{hash:`sha256:6d92e4602608f5843ea111cab28ecff9d097ea06d0b53cd4a2f1f84e538bee5b`}},Ci={__meta__:{hash:`sha256:6a880d53877d6915bdca497f856878e04ab8937195c9354de58ba927af6680c9`}},wi={__meta__:{hash:`sha256:2599a804b4c694b98c1afed1167511bba987c2b73c2d58e17383177585a6e863`}},Ti={__meta__:{hash:`sha256:5ea2ea09d1b4e72b1d94f3d04c180f03593ad02af9a00dcf910623ac3b9659a3`}},Ei={__meta__:{hash:`sha256:9ab78ba1381ece268258e1b5429bf64c3c45c166ddc712a5b8695a080f973144`}},Di={__meta__:{hash:`sha256:e1ca0d57f32e5049c320df78480569dab2024e03daee32773782b86b6d9949d5`}},Oi={__meta__:{hash:`sha256:c3a3d7ffc7a6ba9cc4625f99bc42f521300915944af60fd42b49ade90e5c2121`}},ki={__meta__:{hash:`sha256:8caa0e87b66b437c14772c570a483a3c69550b0d640db5bf52c0c6df87bc050a`}},Ai={__meta__:{hash:`sha256:bb83ae159e03c05ce98fefe57fb5117cde3a3ac066a0daa342a5eb63cf470565`}},ji={__meta__:{hash:`sha256:427339f0773db3d47a8121924ce4d3e1b495e6a53f629889ab94f1764b427d19`}},Mi={__meta__:{hash:`sha256:148762bfacb79ea3ed65aaeb2559840d513244867e7a7e339b6f51071fe51a88`}},Ni={__meta__:{hash:`sha256:866f1b6aa1db2c45c5ccc09365b162fcec66917de35c27ab074672f8a3ceca8c`}},Pi={__meta__:{hash:`sha256:9779f5306706bd9fe3fad7a8838c9a9236b0b7cd4c7bcdb0c9c92e71cbd7842f`}},Fi={__meta__:{hash:`sha256:d6d6ddd45568efad36a22646e7737ad765ad4baf88c6def4feec8a3fdb4223e9`}},Ii={__meta__:{hash:`sha256:8c4fc62654946ddba91d6fc05ea868294204625fcd6a4a04028c9ed2cb4b640d`}},Li={__meta__:{hash:`sha256:ff1eea537a9f740d66b1ec7007a34cd86b13002911480b6fb3178d0175394115`}},Ri={__meta__:{hash:`sha256:3c90600a06e6d4fd608395aca678a49e7eac4a9b06d0c6c11c277a61fd5a6569`}},zi={__meta__:{hash:`sha256:055dde87c4d8a658b53cf9fbf7babbd066e38afc80f08ae270fa0aa04e1498f9`}},Bi={__meta__:{hash:`sha256:82865dc06589b7904cdd930683f48cad318a04d382dc0b15c3a80f5cb99bdec3`}},Vi={__meta__:{hash:`sha256:f74eade243547855974e605e71475cffb4bef8552a83d41656355e26cbc6ebd7`}},Hi={__meta__:{hash:`sha256:73983ca719c79c98eb975c6f01c47331b628d3845e52cee808ba6907030ad36b`}},Ui={__meta__:{hash:`sha256:8ef81742b762ae6a021b7038d38d04744dc7fc7f33f5e45d480b39a963b3e554`}},Wi={__meta__:{hash:`sha256:092cf1e1889c42c17ac49438f2c514006ed4ad58ff1870f935b2be9afb6c3121`}},Gi={__meta__:{hash:`sha256:9508233a22b6a1b1f72745c9ea4ef5b1b59c89dde24d178c8d8337cab2e7c3d2`}},Ki={__meta__:{hash:`sha256:1fc644db04efd610293586f14ec2e39d9c01baafb2ea21b0599df7b1ddb97121`}},qi={__meta__:{hash:`sha256:b5bb127505b30d9c31bbb1157ab5314c31544341dd4eb4dca7f098e2477b9cce`}},Ji={__meta__:{hash:`sha256:db967c895c1606a004068a4fada63c5bb4d7bd7508fb2de65d06c923f12cfe8c`}},Yi={__meta__:{hash:`sha256:c721c9cb141a7858af4cc5032691af6bb6a79153e18c5a5cc0ca37a29b4f0d48`}},Xi={__meta__:{hash:`sha256:e572c23d65235ae46bede5765fcfc3208b867f55f2ec1c844864ec277eddd933`}},Zi={__meta__:{hash:`sha256:108a0b5a8d1a6335c8aa589729772460d6b0b26d168dffd67b53c66770ec2e00`}},Qi={__meta__:{hash:`sha256:fde4e9a36c674c274fc1231b15c6e81d882c4f0fe554f6852172edec1a909ef9`}},$i={__meta__:{hash:`sha256:99c1fbdf7be66f2f945ac7cc116ac2636d9ea7b6973328da50b7bcd15cddb4b0`}},ea={__meta__:{hash:`sha256:5b8d7a90d52c5b887b1153f35641da491216a7dcd6d982d217f12826867e47c9`}},ta={__meta__:{hash:`sha256:8f21018d9984ce99349b6f4f75698128378f0081d7abdad41b8551c2bfd5e898`}},na={__meta__:{hash:`sha256:71e11f25c53f12edbd32fbeccd5500dec0d5a74f84d707e3c6f0f7d53966e62a`}},ra={__meta__:{hash:`sha256:26757d67d430a3173c163a4970331492270e98dff8b4b4adaee8bb935ce76ae0`}},ia={__meta__:{hash:`sha256:43ebcc377880046a2a93da5bf3ab9954725792bb3d5638f2423ee1acb364ae13`}},aa={__meta__:{hash:`sha256:d27e9f0e797dbef5abfc2aeee6331bb341408d3b294d779b1619a53688989d12`}},oa={__meta__:{hash:`sha256:a8314ce0acce6415399576f37db5a150ef27d9d8a6e36428ba49a1f5c7d426c6`}},sa={__meta__:{hash:`sha256:ec474c7a3a06fcc7dcdd921ac5b17960de073d129b856e1a55187a20a84e0897`}},ca={__meta__:{hash:`sha256:4bc74b1b0032938beea1d411fbefac128bd0ea8bd6ab984f502507b52fcefe5c`}},la={__meta__:{hash:`sha256:55e385215ffe74a1bb8a608c65162bb22e2857d46fb744a9a7d561f69c425604`}},ua={__meta__:{hash:`sha256:d278023497d8eddeb0d587dc867d780365a95bf8edb4ae01d00453a25fe67220`}},da={__meta__:{hash:`sha256:bda4bff42832444f58fc06f93e56b4f3fac00445741debeddb360304518da4f2`}},fa={__meta__:{hash:`sha256:48e6d2cf34364f2d3b4ff53cefc6168e799fbff2dafdc676a1dee8dcd732c74c`}},pa={__meta__:{hash:`sha256:fe2d725fc0fa035be9ac4123196ff5fc2f94384c46ca228b93e616f00102d233`}},ma={__meta__:{hash:`sha256:4580ca906a9cac5b327310375be97fc93917eda3534e206acebf48567ec5983a`}},ha={__meta__:{hash:`sha256:7b99132f5e5c53f4f36a2983e423ab2d65866f05f2c72ca0a94105a2d8d930f9`}},ga={__meta__:{hash:`sha256:cbe5ae96c760002bcc87beee1d15cb7800922399635302fab1a1ceaf18ca3a6b`}},_a={__meta__:{hash:`sha256:8251f150cded1f572ab5a7e498259a4adc0cf969da0636d8dd041956da33134a`}},va={__meta__:{hash:`sha256:3ef1d4ddf6de67a521ca4ea6eee681a8387149a51d63e37267b90d2c0b062347`}},ya=`draft `;function ba(){try{for(let e of Object.keys(localStorage))e.startsWith(`draft `)&&localStorage.removeItem(e)}catch{}}var K=c(null);async function xa(){K.value=(await R(xn,{})).viewer.portfolios}function Sa(e){return`${e.lenderName}, ${A(pt,e.mode)}`}var q=c(null),Ca=e=>q.value?.permissions.includes(e)??!1,wa=e=>Ca(e)&&!q.value.readOnly,Ta=()=>wa(`CHANGE_RECORDS`);async function Ea(){let[e]=await Promise.all([R(Cn,{}),xa()]);q.value=e.viewer}async function Da(e){let t=await z(`/console/session`,{method:`POST`,headers:L({}),body:JSON.stringify(e)});if(!t.ok)throw await Ma(t);await Ea(),_.value=!1}async function Oa(){let e=await z(`/console/session`,{headers:L({})});if(!e.ok)throw await Ma(e);return await e.json()}async function ka(e){let t=location.pathname+location.search,n=JSON.stringify({...e&&{email:e},...t.length<=1e3&&{next:t}}),r=await z(`/console/signin`,{method:`POST`,headers:L({}),body:n});if(!r.ok)throw await Ma(r);return(await r.json()).address}var Aa=c(null);async function ja(){let e=await z(`/console/session`,{method:`DELETE`,headers:L({})});if(!e.ok&&e.status!==401)throw await Ma(e);if(ba(),Aa.value=null,e.status===200){let{provider:t,address:n}=await e.json();t&&n&&(Aa.value={provider:t,address:n})}q.value=null}async function Ma(e){let t=await e.json().catch(()=>({})),n=t.requestId??e.headers.get(`X-Request-Id`)??``,r=t.detail??t.title??`The server answered ${e.status}.`;return new I(e.status,t.code??`unreadable`,r,n,t.errors??[])}function J(e){C(()=>{document.title=e?`${e} · covertrack`:`covertrack`},[e])}var Na=e=>`/docs/guide/${e}`;function Pa({portfolio:e}){return M(`section`,{class:`card begin`,"aria-labelledby":`begin`,children:[M(`h2`,{id:`begin`,children:e?`${Sa(e)}: no cases yet`:`No cases yet`}),M(`p`,{children:`Cases and policies come in through the API; this page shows them as they come. To begin:`}),M(`ol`,{children:[M(`li`,{children:[M(`strong`,{children:`Get a token`}),` of this portfolio: `,M(`code`,{children:[`covertrack token create --org … --mode `,e?.mode??`test`]}),`.`]}),M(`li`,{children:[M(`strong`,{children:`Say what is required:`}),` publish a `,M(`a`,{href:Na(`compliance`),children:`risk profile`}),`. Without one a case has no verdict.`]}),M(`li`,{children:[M(`strong`,{children:`Add a case`}),` with its assets and policies by `,M(`a`,{href:Na(`rest`),children:`REST`}),`, or`,` `,M(`a`,{href:Na(`importing`),children:`import your book`}),`.`]})]}),M(`p`,{children:[`Concepts and all else are in the `,M(`a`,{href:`/docs/guide`,children:`guide`}),`.`,e?.mode===`live`&&` Try it in the test portfolio first: nothing there writes to a person.`]})]})}var Fa=Object.keys(Ne).filter(e=>e!==`deactivated`),Ia=Object.keys(je).filter(e=>e!==`DRAFT`&&e!==`closed`&&e!==`onHold`);function Y(e,{verdict:t,code:n,coverageType:r,profile:i,lenderPlaced:a}){return P(e,`cases`,{verdict:t,code:n,coverageType:r,hasRiskProfile:i,lenderPlaced:a,statusWithoutHold:i===!1?void 0:Ia})}function X(e,{from:t,to:n}){return P(e,`policies`,{"endDate[gte]":t===void 0?void 0:x(t),"endDate[lt]":n===void 0?void 0:x(n),status:Fa,sort:`endDate`})}function La(e,{from:t,to:n},r){return P(e,`tasks`,{whose:`all`,type:r,state:Le,"due[gte]":t===void 0?void 0:x(t),"due[lt]":n===void 0?void 0:x(n)})}function Ra(e){return P(e,`deliveries`,{tab:`notices`,state:`failed`})}function za({from:e,to:t}){return{...e!==void 0&&{gte:x(e)},...t!==void 0&&{lt:x(t)}}}function Ba({values:e,to:t,of:n}){return e.length===0?M(`span`,{class:`quiet`,children:`$0`}):M(H,{to:t,class:`count`,"aria-label":`Loans of ${n}: ${e.map(ee).join(` and `)}`,children:M(Va,{values:e})})}function Va({values:e}){return e.length===0?M(r,{children:`$0`}):M(r,{children:e.map((e,t)=>M(`span`,{class:`nowrap`,children:[t>0&&` + `,M(gn,{value:e})]},e.currency))})}function Z({value:e,to:t,of:n}){return e===0?M(`span`,{class:`quiet`,children:`0`}):M(H,{to:t,class:`count`,"aria-label":`${n}: ${S(e)}`,children:S(e)})}function Ha({part:e,whole:t,tone:n}){return M(`span`,{class:`share`,"aria-hidden":`true`,children:M(`span`,{class:n,style:{width:`${t>0?100*e/t:0}%`}})})}function Q(e){let{data:t,error:n,reload:r}=e.query;return M(`section`,{class:`card at-${e.area}`,"aria-label":e.title,children:[M(`header`,{children:[M(`h2`,{children:e.title}),e.aside]}),t===void 0&&!n&&M(U,{what:e.what}),t===void 0&&n&&M(Et,{refusal:n,retry:()=>void r()}),t!==void 0&&e.children(t)]})}var Ua=e=>`${b(e.from)} to ${b(e.last)}`;function Wa({weeks:e}){let n=w(null),[i,a]=t();return C(()=>{let t,r=!1;return k(async()=>{let{draw:e}=await import(`./bars-BPBtJQFF.js`);return{draw:e}},__vite__mapDeps([0,1])).then(({draw:i})=>{!r&&n.current&&(t=i(n.current,e,{point:a,open:e=>jt(e.to)}))}),()=>{r=!0,t?.()}},[JSON.stringify(e)]),M(r,{children:[M(`div`,{class:`bars`,ref:n,"aria-hidden":`true`}),M(`p`,{class:`quiet pointed`,"aria-hidden":`true`,children:i?`${Ua(i)}: ${v(i.total,`policy ends`,`policies end`)}`:`A bar a week, from today on`}),M(`details`,{children:[M(`summary`,{children:`The weeks as a table`}),M(`div`,{class:`scroll`,children:M(`table`,{class:`dense`,children:[M(`thead`,{children:M(`tr`,{children:[M(`th`,{scope:`col`,children:`Week`}),M(`th`,{scope:`col`,class:`number`,children:`Policies that end`})]})}),M(`tbody`,{children:e.map(e=>M(`tr`,{children:[M(`th`,{scope:`row`,children:Ua(e)}),M(`td`,{class:`number`,children:M(Z,{value:e.total,to:e.to,of:`policies that end from ${Ua(e)}`})})]},e.from))})]})})]})]})}var Ga=Fa,Ka=13;function qa(){return V(br,{status:Ga,d0:x(),d15:x(15),d30:x(30),d60:x(60),d90:x(90)})}function Ja(){let e=Array.from({length:14},(e,t)=>[`d${t}`,x(7*t)]);return V(xr,{status:Ga,...Object.fromEntries(e)})}function Ya({portfolio:e,ending:t,weekly:n}){return M(Q,{title:`Policies that end next`,area:`ending`,what:`what ends next`,query:t,children:t=>M(r,{children:[M(Xa,{portfolio:e,data:t}),n.data&&M(Wa,{weeks:Za(e,n.data)})]})})}function Xa({portfolio:e,data:t}){return M(`ul`,{class:`tiles`,children:[[{days:15,total:t.in15.pageInfo.total},{days:30,total:t.in30.pageInfo.total},{days:60,total:t.in60.pageInfo.total},{days:90,total:t.in90.pageInfo.total}].map(({days:t,total:n})=>M(`li`,{children:[M(Z,{value:n,to:X(e,{from:0,to:t}),of:`policies that end within ${t} days`}),M(`span`,{class:`quiet`,children:[`within `,t,` days`]})]},t)),M(`li`,{class:`over`,children:[M(Z,{value:t.ended.pageInfo.total,to:X(e,{to:0}),of:`policies that ended, non-renewed`}),M(`span`,{class:`quiet`,children:`ended, non-renewed`})]})]})}function Za(e,t){return Array.from({length:Ka},(n,r)=>{let i={from:7*r,to:7*r+7},a=t[`w${r}`].pageInfo.total;return{from:x(i.from),last:x(i.to-1),total:a,to:X(e,i)}})}function Qa({portfolio:e,ending:t}){return M(Q,{title:`First to end`,area:`next`,what:`what ends first`,query:t,aside:M(H,{to:X(e,{from:0}),children:`All, by end date`}),children:({next:t})=>t.nodes.length===0?M(W,{children:`No policy ends from today on.`}):M($a,{portfolio:e,policies:t.nodes})})}function $a({portfolio:e,policies:t}){return M(`div`,{class:`scroll`,children:M(`table`,{class:`dense`,children:[M(`thead`,{children:M(`tr`,{children:[M(`th`,{scope:`col`,children:`Ends`}),M(`th`,{scope:`col`,children:`Policy`}),M(`th`,{scope:`col`,children:`Case`}),M(`th`,{scope:`col`,class:`number`,children:`Loan`})]})}),M(`tbody`,{children:t.map(t=>M(`tr`,{children:[M(`td`,{children:M(_n,{value:t.endDate})}),M(`td`,{children:M(H,{to:P(e,`policies`,t.id),title:`${t.policyNumber??`No number`}, ends ${b(t.endDate)}`,children:t.displayName})}),M(`td`,{class:`nowrap`,children:M(H,{to:P(e,`cases`,t.case.id),children:t.case.displayName})}),M(`td`,{class:`number`,children:M(gn,{value:t.case.loanAmount})})]},t.id))})]})})}function eo({portfolio:e,query:t}){let n=t.data?.renewalNotices.pageInfo.total??0;return M(Q,{title:`Failed notices`,area:`failed`,what:`failed notices`,query:t,aside:n>0&&M(`span`,{class:`bad`,children:M(Z,{value:n,to:Ra(e),of:`failed notices`})}),children:({renewalNotices:t})=>t.nodes.length===0?M(W,{children:`Every notice reached somebody.`}):M(to,{portfolio:e,notices:t.nodes})})}function to({portfolio:e,notices:t}){return M(`ul`,{class:`lines`,children:t.map(t=>M(`li`,{children:[A(Re,t.step),` `,t.policy&&M(r,{children:[`for `,M(H,{to:P(e,`policies`,t.policy.id),children:t.policy.displayName}),` `]}),`of`,` `,M(H,{to:P(e,`cases`,t.case.id),children:t.case.displayName}),M(`span`,{class:`quiet`,children:[t.skipReason&&`: ${t.skipReason}`,` `,M(vn,{value:t.settledAt})]})]},t.id))})}function no(e){let[t=`0`,n=``]=e.split(`.`);return{digits:BigInt(t+n),places:n.length}}function ro(e,t){let n=no(e),r=no(t),i=Math.max(n.places,r.places),a=({digits:e,places:t})=>e*10n**BigInt(i-t),o=a(n)+a(r),s=(o<0n?-o:o).toString().padStart(i+1,`0`),c=o<0n?`-`:``;return i===0?c+s:`${c}${s.slice(0,-i)}.${s.slice(-i)}`}function io(e){let t=new Map;for(let{amount:n,currency:r}of e)t.set(r,ro(t.get(r)??`0`,n));return[...t].map(([e,t])=>({amount:t,currency:e})).sort(ao)}function ao(e,t){return e.currency===`USD`==(t.currency===`USD`)?e.currency<t.currency?-1:1:e.currency===`USD`?-1:1}function $(e){return Number(e.find(({currency:e})=>e===`USD`)?.amount??0)}var oo=8;function so({portfolio:e,query:t}){return M(Q,{title:`Deficient by reason`,area:`reasons`,what:`the reasons`,query:t,children:({complianceSummary:t})=>M(uo,{caption:`Reason`,reasons:t.byCode.flatMap(({code:t,byVerdict:n})=>lo(n,A(ke,t),Y(e,{verdict:`deficient`,code:t})))})})}function co({portfolio:e,query:t}){return M(Q,{title:`Deficient by coverage`,area:`coverages`,what:`the coverages`,query:t,children:({complianceSummary:t})=>M(uo,{caption:`Coverage`,reasons:t.byCoverageType.flatMap(({coverageTypeId:t,coverageType:n,byVerdict:r})=>lo(r,n.name,Y(e,{verdict:`deficient`,coverageType:t})))})})}function lo(e,t,n){return e.filter(({verdict:e})=>e===`deficient`).map(({cases:e,loanAmounts:r})=>({name:t,to:n,cases:e,loanAmounts:r}))}function uo({caption:e,reasons:t}){if(t.length===0)return M(W,{children:`No case is deficient.`});let n=t.toSorted((e,t)=>$(t.loanAmounts)-$(e.loanAmounts)||t.cases-e.cases),i=n.slice(oo);return M(r,{children:[M(fo,{caption:e,reasons:n.slice(0,oo),largest:$(n[0].loanAmounts)}),i.length>0&&M(`details`,{children:[M(`summary`,{children:`${i.length} more`}),M(fo,{caption:e,reasons:i,largest:$(n[0].loanAmounts)})]})]})}function fo({caption:e,reasons:t,largest:n}){return M(`div`,{class:`scroll`,children:M(`table`,{class:`dense`,children:[M(`thead`,{children:M(`tr`,{children:[M(`th`,{scope:`col`,children:e}),M(`th`,{scope:`col`,class:`number`,children:`Cases`}),M(`th`,{scope:`col`,class:`number`,children:`Loans`}),M(`th`,{scope:`col`,class:`wide`,children:M(`span`,{class:`hidden`,children:`Size`})})]})}),M(`tbody`,{children:t.map(({name:e,to:t,cases:r,loanAmounts:i})=>M(`tr`,{children:[M(`th`,{scope:`row`,children:e}),M(`td`,{class:`number`,children:M(Z,{value:r,to:t,of:`deficient cases: ${e}`})}),M(`td`,{class:`number`,children:M(Ba,{values:i,to:t,of:`deficient cases: ${e}`})}),M(`td`,{class:`wide`,children:M(Ha,{part:$(i),whole:n,tone:`deficient`})})]},e))})]})})}var po=[{title:`Over 30 days late`,span:{to:-30}},{title:`1 to 30 days late`,span:{from:-30,to:0}},{title:`Due in 7 days`,span:{from:0,to:7}},{title:`All open`,span:{}}],mo=Object.keys(j),ho=[...Le];function go(){let e=e=>({state:ho,due:za(po[e].span)});return[V(Sr,e(0)),V(Sr,e(1)),V(Sr,e(2)),V(Sr,e(3))]}function _o({portfolio:e,queries:t}){return M(Q,{title:`Open tasks`,area:`tasks`,what:`the tasks`,query:t.find(({error:e})=>e)??t.find(({data:e})=>e===void 0)??t[0],aside:M(H,{to:La(e,{}),children:`All open tasks`}),children:()=>M(vo,{portfolio:e,counted:t.map(({data:e})=>e)})})}function vo({portfolio:e,counted:t}){let n=mo.map(e=>({type:e,totals:t.map(t=>t?.[e].pageInfo.total??0)})).filter(({totals:e})=>e.some(e=>e>0));if(n.length===0)return M(W,{children:`No task is open.`});let r=po.map((e,t)=>n.reduce((e,{totals:n})=>e+n[t],0));return M(`div`,{class:`scroll`,children:M(`table`,{class:`dense`,children:[M(`thead`,{children:M(`tr`,{children:[M(`th`,{scope:`col`,children:`Task`}),po.map(({title:e})=>M(`th`,{scope:`col`,class:`number`,children:e},e))]})}),M(`tbody`,{children:[n.map(({type:t,totals:n})=>M(yo,{portfolio:e,name:j[t],type:t,totals:n},t)),M(yo,{portfolio:e,name:`All types`,totals:r})]})]})})}function yo({portfolio:e,name:t,type:n,totals:r}){return M(`tr`,{class:n?void 0:`sum`,children:[M(`th`,{scope:`row`,children:t}),po.map(({title:i,span:a},o)=>M(`td`,{class:`number`,children:M(Z,{value:r[o],to:La(e,a,n),of:`tasks: ${t}, ${i.toLowerCase()}`})},i))]})}function bo({portfolio:e,query:t}){return M(Q,{title:`Not in compliance`,area:`uninsured`,what:`the verdicts`,query:t,children:({complianceSummary:t,withoutProfile:n,all:i})=>M(r,{children:[M(xo,{portfolio:e,summary:t,notJudged:i.pageInfo.total-t.cases}),M(So,{portfolio:e,summary:t,withoutProfile:n.pageInfo.total})]})})}function xo({portfolio:e,summary:t,notJudged:n}){let r=n>0?` ${v(n,`case is`,`cases are`)} not judged.`:``,i=t.byVerdict.find(({verdict:e})=>e===`deficient`);if(!i||i.cases===0)return M(`p`,{class:`lead`,children:[M(`span`,{class:`huge good`,children:`$0`}),` No case is deficient.`,r]});let a=Y(e,{verdict:`deficient`}),o=Math.round(100*$(i.loanAmounts)/$(t.loanAmounts));return M(`p`,{class:`lead`,children:[M(H,{to:a,class:`huge bad`,"aria-label":`Loans of ${v(i.cases,`deficient case`)}`,children:M(Va,{values:i.loanAmounts})}),M(`span`,{children:[`in `,M(H,{to:a,children:v(i.cases,`case`)}),` of `,M(H,{to:Y(e,{profile:!0}),children:S(t.cases)}),Number.isFinite(o)&&`, ${o}% of the loans judged`,`.`,r]})]})}function So({portfolio:e,summary:t,withoutProfile:n}){let r=$(t.loanAmounts),i=Oe.flatMap(e=>t.byVerdict.find(t=>t.verdict===e)??[]);return M(`div`,{class:`scroll`,children:M(`table`,{class:`dense`,children:[M(`caption`,{class:`hidden`,children:`Cases and their loans by verdict`}),M(`thead`,{children:M(`tr`,{children:[M(`th`,{scope:`col`,children:`Verdict`}),M(`th`,{scope:`col`,class:`number`,children:`Cases`}),M(`th`,{scope:`col`,class:`number`,children:`Loans`}),M(`th`,{scope:`col`,class:`wide`,children:`Share`})]})}),M(`tbody`,{children:[i.flatMap(n=>[M(wo,{portfolio:e,share:n,all:r},n.verdict),n.verdict===`compliant`&&M(Co,{portfolio:e,summary:t,all:r},`placed`)]),M(`tr`,{children:[M(`th`,{scope:`row`,children:`No risk profile`}),M(`td`,{class:`number`,children:M(Z,{value:n,to:Y(e,{profile:!1}),of:`cases without a risk profile`})}),M(`td`,{class:`number quiet`,children:`–`}),M(`td`,{class:`wide`})]})]})]})})}function Co({portfolio:e,summary:t,all:n}){let r=t.lenderPlaced.byVerdict.find(({verdict:e})=>e===`compliant`);if(!r)return null;let i=Y(e,{verdict:`compliant`,lenderPlaced:!0}),a=`cases in compliance, lender-placed`;return M(`tr`,{children:[M(`th`,{scope:`row`,children:`of these lender-placed`}),M(`td`,{class:`number`,children:M(Z,{value:r.cases,to:i,of:a})}),M(`td`,{class:`number`,children:M(Ba,{values:r.loanAmounts,to:i,of:a})}),M(`td`,{class:`wide`,children:M(Ha,{part:$(r.loanAmounts),whole:n,tone:`compliant`})})]})}function wo({portfolio:e,share:t,all:n}){let r=Y(e,{verdict:t.verdict,...t.verdict===`notApplicable`&&{profile:!0}}),i=`cases, ${A(Ee,t.verdict).toLowerCase()}`;return M(`tr`,{children:[M(`th`,{scope:`row`,children:M(mn,{value:t.verdict})}),M(`td`,{class:`number`,children:M(Z,{value:t.cases,to:r,of:i})}),M(`td`,{class:`number`,children:M(Ba,{values:t.loanAmounts,to:r,of:i})}),M(`td`,{class:`wide`,children:M(Ha,{part:$(t.loanAmounts),whole:n,tone:t.verdict})})]})}function To(){let e=F(),t=K.value?.find(t=>t.id===e),n=t?Sa(t):`Board`;J(n);let i=V(yr,{}),a=qa(),o=Ja(),s=go(),c=V(Cr,{}),l=i.data?.all.pageInfo.total===0;return M(r,{children:[M(`div`,{class:`head`,children:[M(`h1`,{children:n}),M(wt,{query:Eo([i,a,o,...s,c])})]}),l&&M(Pa,{portfolio:t}),M(`div`,{class:`board`,hidden:l,children:[M(bo,{portfolio:e,query:i}),M(so,{portfolio:e,query:i}),M(co,{portfolio:e,query:i}),M(`div`,{class:`stack at-left`,children:[M(Ya,{portfolio:e,ending:a,weekly:o}),M(_o,{portfolio:e,queries:s})]}),M(`div`,{class:`stack at-right`,children:[M(Qa,{portfolio:e,ending:a}),M(eo,{portfolio:e,query:c})]})]})]})}function Eo(e){let t=e.filter(({data:e})=>e!==void 0).toSorted((e,t)=>e.since.getTime()-t.since.getTime())[0],n=e.find(({stale:e})=>e)??t??e[0],r=async()=>void await Promise.all(e.map(e=>e.reload()));return{...n,since:t?.since??n.since,loading:e.some(({loading:e})=>e),reload:r}}var Do=3,Oo=5;async function ko(e,t,n=0){let r={status:Fa,state:[...Le],today:x(),d0:x(),d30:x(30)};try{return await R(wr,r,{portfolio:e,signal:t})}catch(r){let i=B(r).retryAfter;if(t.aborted||!i||n>=Oo)throw r;return await new Promise(e=>setTimeout(e,1e3*i)),ko(e,t,n+1)}}function Ao(e){let t=f(e.map(e=>({portfolio:e}))),n=f([]),r=f(0),i=p(()=>n.value.length+r.value),a=f(new AbortController),o=e=>{t.value=t.value.map(t=>t.portfolio.id===e.portfolio.id?{...e.error&&t,...e}:t)};async function s(){let[e,...t]=n.value;if(e&&!a.value.signal.aborted){n.value=t,r.value++;try{o({portfolio:e,data:await ko(e.id,a.value.signal),since:new Date})}catch(t){o({portfolio:e,error:B(t)})}r.value--,await s()}}async function c(e=()=>!0){let i=t.value.filter(e).map(({portfolio:e})=>e);n.value=[...new Set([...n.value,...i])],await Promise.all(Array.from({length:Do-r.value},s))}return C(()=>(c(),()=>a.value.abort()),[]),jo(t,i,c),{rows:t,left:i,reload:c}}function jo(e,t,n){let r=e=>Jt(e.error)!==void 0,i=t.value>0?void 0:Jt(e.value.find(r)?.error);C(()=>{if(i===void 0)return;let e=setTimeout(()=>void n(r),i);return()=>clearTimeout(e)},[i,t.value])}function Mo({rows:e,retry:t}){return M(`div`,{class:`scroll`,children:M(`table`,{class:`dense`,children:[M(`thead`,{children:M(`tr`,{children:[M(`th`,{scope:`col`,children:`Lender`}),M(`th`,{scope:`col`,class:`number`,children:`Not in compliance`}),M(`th`,{scope:`col`,class:`number`,children:`Deficient cases`}),M(`th`,{scope:`col`,class:`number`,children:`Outstanding`}),M(`th`,{scope:`col`,class:`number`,children:`Cases checked`}),M(`th`,{scope:`col`,class:`number`,children:`Policies ending in 30 days`}),M(`th`,{scope:`col`,class:`number`,children:`Late tasks`}),M(`th`,{scope:`col`,class:`number`,children:`Open tasks`}),M(`th`,{scope:`col`,class:`number`,children:`Failed notices`})]})}),M(`tbody`,{children:e.map(e=>M(`tr`,{children:[M(`th`,{scope:`row`,children:M(H,{to:P(e.portfolio.id),children:e.portfolio.lenderName})}),M(No,{row:e,retry:()=>t(e)})]},e.portfolio.id))})]})})}function No({row:e,retry:t}){return!e.data&&e.error?M(`td`,{colSpan:8,children:[M(`span`,{class:`bad`,role:`alert`,children:e.error.message}),` `,M(`button`,{type:`button`,class:`link`,onClick:t,children:`Try again`})]}):e.data?M(Po,{id:e.portfolio.id,data:e.data}):M(`td`,{colSpan:8,class:`quiet`,children:`Waiting…`})}function Po({id:e,data:t}){let{complianceSummary:n,ending:i,late:a,open:o,failed:s}=t,c=e=>n.byVerdict.find(t=>t.verdict===e),l=[[c(`deficient`)?.cases??0,Y(e,{verdict:`deficient`}),`deficient cases`],[c(`unknown`)?.cases??0,Y(e,{verdict:`unknown`}),`cases outstanding`],[n.cases,Y(e,{profile:!0}),`cases checked`],[i.pageInfo.total,X(e,{from:0,to:30}),`policies that end within 30 days`],[a.pageInfo.total,La(e,{to:0}),`late tasks`],[o.pageInfo.total,La(e,{}),`open tasks`],[s.pageInfo.total,Ra(e),`failed notices`]];return M(r,{children:[M(`td`,{class:`number`,children:M(Ba,{values:c(`deficient`)?.loanAmounts??[],to:Y(e,{verdict:`deficient`}),of:`deficient cases`})}),l.map(([e,t,n])=>M(`td`,{class:`number`,children:M(Z,{value:e,to:t,of:n})},n))]})}var Fo=[[`live`,`Live portfolios`],[`test`,`Test portfolios`]];function Io(){J(`All portfolios`);let e=K.value??[],t=Ao(e),n=t.rows.value;return M(r,{children:[M(`div`,{class:`head`,children:[M(`h1`,{children:`All portfolios`}),M(Lo,{left:t.left.value,all:e.length}),M(wt,{query:Vo(t)})]}),e.length===0&&M(W,{children:[`There is no portfolio yet. `,M(`code`,{children:`covertrack org create`}),` makes an organization with a live and a test portfolio.`]}),M(`div`,{class:`stack`,children:Fo.map(([e,r])=>M(Ro,{title:r,rows:n.filter(({portfolio:t})=>t.mode===e),retry:e=>void t.reload(t=>t.portfolio.id===e.portfolio.id)},e))})]})}function Lo({left:e,all:t}){return e===0?null:M(`p`,{class:`loading`,role:`status`,children:[`Reading `,S(t-e),` of `,S(t),`… `,M(`progress`,{value:t-e,max:t,"aria-hidden":`true`})]})}function Ro({title:e,rows:t,retry:n}){if(t.length===0)return null;let r=t.flatMap(({data:e})=>e??[]),i=r.flatMap(({complianceSummary:e})=>e.byVerdict.filter(({verdict:e})=>e===`deficient`)),a=io(i.flatMap(({loanAmounts:e})=>e)),o=i.reduce((e,t)=>e+t.cases,0),s=io(r.flatMap(({complianceSummary:e})=>e.loanAmounts));return M(`section`,{class:`card`,"aria-label":e,children:[M(`h2`,{children:e}),r.length>0&&M(`p`,{class:`lead`,children:[M(`span`,{class:`huge ${o>0?`bad`:`good`}`,children:M(Va,{values:a})}),M(`span`,{children:[`not in compliance, in `,M(`strong`,{children:v(o,`case`)}),`, of `,M(Va,{values:s}),r.length<t.length&&`: ${r.length} of ${v(t.length,`portfolio`)} read`]})]}),M(Mo,{rows:t.toSorted(Bo),retry:n})]})}function zo(e){return e.data?.complianceSummary.byVerdict.find(({verdict:e})=>e===`deficient`)}function Bo(e,t){let n=e=>e.data?$(zo(e)?.loanAmounts??[]):-1;return n(t)-n(e)||e.portfolio.lenderName.localeCompare(t.portfolio.lenderName)}function Vo({rows:e,left:t,reload:n}){let r=e.value.flatMap(({since:e})=>e??[]).sort((e,t)=>e.getTime()-t.getTime()),i=e.value.find(({data:e,error:t})=>e&&t);return{data:r[0],since:r[0]??new Date,loading:t.value>0,stale:i!==void 0,reload:()=>n(),...i?.error&&{error:i.error}}}var Ho=[{part:`people`,name:`People`,what:`Who signs in, with which roles, and when they came last. Suspend and reactivate them.`,needs:`ADMINISTER_PEOPLE`,screen:O(()=>k(()=>import(`./people-aow6T672.js`).then(e=>e.People),__vite__mapDeps([2,1,3,4,5])))},{part:`roles`,name:`Roles`,what:`What each role may do.`,needs:`ADMINISTER_PEOPLE`,screen:O(()=>k(()=>import(`./roles-BzXj9-YR.js`).then(e=>e.Roles),__vite__mapDeps([6,5,1])))},{part:`letters`,name:`Letters`,what:`How letters to borrowers and brokers are worded, with a preview for a policy of yours.`,needs:`ADMINISTER_LETTERS`,screen:O(()=>k(()=>import(`./letters-BR06_TYA.js`).then(e=>e.Letters),__vite__mapDeps([7,5,1,8,9])))},{part:`profiles`,name:`Risk profiles`,what:`What you require of a loan’s insurance: drafts, a trial on your cases, and what is published.`,needs:`SET_REQUIREMENTS`},{part:`webhooks`,name:`Webhooks`,what:`Programs that are told of events: their addresses, secrets and deliveries.`,needs:`ADMINISTER_WEBHOOKS`,screen:O(()=>k(()=>import(`./webhooks-ByPjN2hd.js`).then(e=>e.Webhooks),__vite__mapDeps([10,1,8,11,12,3,13,9,5])))},{part:`service-accounts`,name:`Service accounts`,what:`Programs that use the API: what they may do, and until when.`,needs:`ADMINISTER_TOKENS`,screen:O(()=>k(()=>import(`./accounts-CY6ASbYX.js`).then(e=>e.Accounts),__vite__mapDeps([14,1,11,8,9,5])))},{part:`imports`,name:`Imports`,what:`Records out of CSV and Excel files: tried, written, released, undone.`,needs:`READ`,screen:O(()=>k(()=>import(`./imports-CdXDjxdZ.js`).then(e=>e.Imports),__vite__mapDeps([15,16,1,17,5,13,18,8,9,19,3,20])))},{part:`exports`,name:`Exports`,what:`The portfolio as files for a warehouse or an examiner: now, or regularly.`,needs:`READ`,screen:O(()=>k(()=>import(`./exports-Bw7FPjdc.js`).then(e=>e.Exports),__vite__mapDeps([21,1,17,5,13,19,18,9])))},{part:`sandboxes`,name:`Sandboxes`,what:`Books to try things in, whose clocks you move: months of letters and lapses in seconds.`,needs:`READ`,screen:O(()=>k(()=>import(`./sandboxes-uEz4I6hw.js`).then(e=>e.Sandboxes),__vite__mapDeps([22,1,5,13,11,9])))},{part:`quotas`,name:`Quotas`,what:`How much room this portfolio uses, how much it may use, and your plan.`,needs:`SEE_ORGANIZATIONS`,screen:O(()=>k(()=>import(`./quotas-DdCiszDH.js`).then(e=>e.t).then(e=>e.Quotas),__vite__mapDeps([18,1,5])))}];function Uo({part:e,screen:t},n){let r=[...t?[`administration`]:[],e,...n?[n]:[]];return P(F()??``,...r)}var Wo=(e,t)=>P(F()??``,`administration`,e,t);async function Go(){let[,e]=/^#link=(.+)$/.exec(location.hash)??[];if(e){history.replaceState(null,``,location.pathname+location.search);try{await Da({link:decodeURIComponent(e)});return}catch(e){return B(e)}}}function Ko({refusal:e}){J(`Sign in`);let t=Aa.value;return M(`main`,{class:`signin`,children:[M(`h1`,{children:`covertrack`}),e&&M(`p`,{class:`problem`,children:`This link cannot be used any more. Links are valid for two minutes, and once. Sign in below.`}),t&&M(`p`,{role:`status`,children:[`You are signed out here. `,M(`a`,{href:t.address,children:[`Sign out of `,t.provider,` too`]})]}),M(Jo,{leave:e=>location.assign(e)})]})}function qo(){let e=w(null),[n,r]=t(!1);return C(()=>e.current?.showModal(),[]),C(()=>{if(!n)return;let e=()=>{Ea().then(()=>_.value=!1,()=>void 0)};return addEventListener(`focus`,e),()=>removeEventListener(`focus`,e)},[n]),M(`dialog`,{ref:e,"aria-label":`Sign in again`,onCancel:e=>e.preventDefault(),children:[M(`h2`,{children:`Your session has ended`}),d.value&&M(`p`,{children:d.value}),M(`p`,{children:`Sign in again to go on. What you typed is still there.`}),n&&M(`p`,{role:`status`,children:`Sign in in the other tab, then come back to this one.`}),M(Jo,{leave:e=>{r(!0),open(e,`_blank`,`noopener`)}})]})}function Jo({leave:e}){let[n,i]=t(),[a,o]=t();if(C(()=>{Oa().then(i,e=>o(B(e).message))},[]),a)return M(`p`,{class:`problem`,children:a});if(!n)return M(U,{});let s=n.addresses||n.provider!==null;return M(r,{children:[n.refusal&&M(`p`,{class:`problem`,role:`alert`,children:n.refusal}),s&&M(Yo,{options:n,leave:e}),n.tokens&&!s&&M(Zo,{isFirst:!0}),n.tokens&&s&&M(`details`,{children:[M(`summary`,{children:`Sign in with a staff token`}),M(Zo,{})]}),!n.tokens&&!s&&M(`p`,{children:`Nobody can sign in here yet: the operator has to add an identity provider.`})]})}function Yo({options:e,leave:n}){let[r,i]=t(``),[a,o]=t(!1),[s,c]=t(),l=w(null);C(()=>l.current?.focus(),[]);async function u(e){e.preventDefault(),o(!0),c(void 0);try{n(await ka(r.trim()))}catch(e){let t=B(e);c(t.status===429?`Too many tries. Wait a minute, then try again.`:t.message)}o(!1)}return e.addresses?M(`form`,{onSubmit:e=>void u(e),children:[M(sn,{label:`Work address`,hint:`It leads to your company’s sign-in.`,error:s,children:M(`input`,{ref:l,type:`email`,autocomplete:`email`,spellcheck:!1,required:!0,maxLength:254,value:r,onInput:e=>i(e.currentTarget.value)})}),M(`button`,{type:`submit`,class:`primary`,disabled:a,children:a?`One moment…`:`Go on`})]}):M(`form`,{onSubmit:e=>void u(e),children:[M(`button`,{ref:l,type:`submit`,class:`primary`,disabled:a,children:[`Sign in with `,e.provider]}),s&&M(`p`,{class:`error`,role:`alert`,children:s})]})}var Xo={401:`This token is not valid: it may be mistyped, expired or revoked, or not for use from here.`,403:`This token opens no console. Use a token of the operator’s staff.`,429:`Too many tries. Wait a minute, then try again.`};function Zo({isFirst:e=!1}){let[n,r]=t(``),[i,a]=t(!1),[o,s]=t(),c=w(null);C(()=>{e&&c.current?.focus()},[]);async function l(e){e.preventDefault(),a(!0),s(void 0);try{await Da({token:n.trim()})}catch(e){let t=B(e);s(Xo[t.status]??t.message),a(!1)}}return M(`form`,{onSubmit:e=>void l(e),children:[M(sn,{label:`Staff token`,hint:`It is sent once, and not kept in the browser.`,error:o,children:M(`input`,{ref:c,type:`password`,autocomplete:`off`,spellcheck:!1,required:!0,value:n,onInput:e=>r(e.currentTarget.value)})}),M(`button`,{type:`submit`,class:`primary`,disabled:i,children:i?`Signing in…`:`Sign in`})]})}function Qo(e){let n=F(),r=!n||(K.value?.some(({id:e})=>e===n)??!1),[i,a]=t();return y.value&&y.value.id!==n&&(y.value=null),C(()=>{if(r)return;let e=new AbortController;return R(Sn,{id:n},{portfolio:n,signal:e.signal}).then(({sandbox:e})=>{y.value=e,a(n)},()=>e.signal.aborted||a(n)),()=>e.abort()},[n,r,e]),r||i===n}var $o=/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi,es=/^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i,ts=/request[-_]?id["']?\s*[:=]\s*["']?([\w.-]{1,128})/i,ns=/^(?:loan|policy|case)(?:\s*(?:number|no\.?|#))?\s*[:=#]\s*/i,rs=[[/(?:live|test|staff)_[0-9a-z]{20}/i,`the text of a token`],[/whsec_\S/i,`the secret of a webhook endpoint`],[/\/evidence\/(?!form\/|files\/)[\w-]{20}/i,`the address of an evidence page`],[/\/console\/?#link=/i,`a link that signs in`]];function is(e){let t=e.replace(/[\u200b\ufeff]/g,``).trim();if(t===``)return{kind:`nothing`};let n=rs.find(([e])=>e.test(t));if(n)return{kind:`secret`,what:n[1]};let r=ts.exec(t)?.[1]??t,i=os(r);if(i)return{kind:`id`,id:i};let a=r.replace(ns,``).replace(/^["'`](.*?)["'`],?$/,`$1`).trim();return{kind:`text`,text:a,mayBeRequest:/^[\w.-]{1,128}$/.test(a)}}function as(e){let t=is(e);return t.kind===`secret`?{secret:t.what}:t.kind===`nothing`?void 0:{q:t.kind===`id`?t.id:t.text}}function os(e){let t=(/^https?:\/\//i.test(e)?e.split(/[?#]/,1)[0]:e).match($o)??e.match($o)??es.exec(e)?.slice(1);if(t)return(t.length===5&&t[0].length===8?t.join(`-`):t[t.length-1]).toLowerCase()}function ss(e,t,n){let r=e.getTime()+36e5,i=e=>new Date(r-e*31*864e5).toISOString();return Array.from({length:n},(e,n)=>({from:i(t+n+1),to:i(t+n)}))}var cs=[[``,`Board`],[`cases`,`Cases`],[`policies`,`Policies`],[`tasks`,`Tasks`],[`waivers`,`Exceptions`],[`profiles`,`Profiles`],[`deliveries`,`Deliveries`],[`administration`,`Admin`]],ls=([e])=>e!==`administration`||Ho.some(({needs:e,screen:t})=>t&&Ca(e));function us({children:e}){let{path:t,route:n,url:i}=he(),a=w(null),o=w(!0),s=Qo(t);return At(n),ie(Nt,[i]),C(ds,[]),C(()=>{o.current||a.current?.focus({preventScroll:!0}),o.current=!1},[t]),M(r,{children:[M(`a`,{class:`skip`,href:`#main`,children:`Skip to the page`}),M(`header`,{class:`top`,children:[M(H,{to:P(),class:`brand`,children:`covertrack`}),M(ms,{}),M(hs,{path:t}),M(gs,{}),M(_s,{})]}),!te.value&&M(`p`,{class:`offline`,role:`alert`,children:`The connection is lost. What is shown may be out of date; the page reconnects automatically.`}),M(ps,{}),M(`main`,{id:`main`,tabIndex:-1,ref:a,children:s?e:M(U,{})})]})}function ds(){let e=e=>{if(!fs(e)||document.querySelector(`dialog[open]`))return;e.preventDefault();let t=document.querySelector(`main .seek`)??document.querySelector(`.lookup input`);t?.focus(),t?.select()};return document.addEventListener(`keydown`,e),()=>document.removeEventListener(`keydown`,e)}function fs(e){if(e.key.toLowerCase()===`k`)return(e.ctrlKey||e.metaKey)&&!e.altKey&&!e.shiftKey;let t=e.target.closest(`input, select, textarea`)!==null;return e.key===`/`&&!t&&!e.ctrlKey&&!e.metaKey&&!e.altKey}function ps(){if(!y.value)return null;let{id:e,name:t,now:n,state:r}=y.value;return M(`p`,{class:`offline`,role:`status`,children:[`Sandbox `,t,`: it is `,b(n),` here`,r===`advancing`&&`, and the clock is moving`,`.`,` `,M(H,{to:P(e,`administration`,`sandboxes`,e),children:`Clock and mailbox`})]})}function ms(){let e=F(),{path:t}=he(),n=cs.find(([e])=>e&&t.split(`/`)[3]===e)?.[0],r=e=>jt(e?n?P(e,n):P(e):P());return M(`select`,{"aria-label":`Portfolio`,value:e??``,onChange:e=>r(e.currentTarget.value),children:[M(`option`,{value:``,children:`All portfolios`}),y.value&&M(`option`,{value:y.value.id,children:[y.value.name,`, sandbox`]}),K.value?.map(e=>M(`option`,{value:e.id,children:Sa(e)},e.id))]})}function hs({path:e}){let t=F();if(!t)return M(`nav`,{"aria-label":`Screens`});let n=e.split(`/`)[3]??``;return M(`nav`,{"aria-label":`Screens`,children:cs.filter(ls).map(([e,r])=>M(`a`,{href:e?P(t,e):P(t),"aria-current":e===n?`page`:void 0,children:r},e))})}function gs(){let e=w(null);return M(`form`,{role:`search`,class:`lookup`,onSubmit:t=>{t.preventDefault();let n=as(e.current.value);n&&(e.current.value=``,jt(P(`look-up`,n)))},children:M(`input`,{ref:e,type:`search`,name:`q`,"aria-label":`Look up any id or loan number`,"aria-keyshortcuts":`/ Control+K`,placeholder:`Look up an id or loan number`,title:`Press / or Ctrl-K`})})}function _s(){let{name:e}=q.value,t=Ta()?`may write`:`reads only`;return M(`div`,{class:`person`,children:[M(`span`,{title:`Signed in as ${e}, who ${t}`,children:[e,` `,!Ta()&&M(`span`,{class:`quiet`,children:t})]}),M(`button`,{type:`button`,onClick:()=>void ja(),children:`Sign out`})]})}function vs(){return J(`No such page`),M(W,{children:[`There is no such page. `,M(H,{to:P(),children:`Open the board`})]})}var ys=[[`/console`,Io],[`/console/look-up`,O(()=>k(()=>import(`./lookup-TKh0v1X-.js`).then(e=>e.LookUp),__vite__mapDeps([23,1,24,25,26,27])))],[`/console/:portfolio`,To],[`/console/:portfolio/cases`,O(()=>k(()=>import(`./cases-Di5zwwkh.js`).then(e=>e.Cases),__vite__mapDeps([28,4,1,29,16,27,17])))],[`/console/:portfolio/cases/:id`,O(()=>k(()=>import(`./case-B2IGeMWR.js`).then(e=>e.CaseScreen),__vite__mapDeps([30,1,31,32,8,33,34,35,19,20,16,36,9,37,26])))],[`/console/:portfolio/new-case`,O(()=>k(()=>import(`./new-case-XgfE9V13.js`).then(e=>e.NewCase),__vite__mapDeps([38,36,1,8,33,9,20,19,39])))],[`/console/:portfolio/policies/:id/correct`,O(()=>k(()=>import(`./correct-ZWBFFBnq.js`).then(e=>e.CorrectPolicy),__vite__mapDeps([40,1,8,39,9,36,33])))],[`/console/:portfolio/policies`,O(()=>k(()=>import(`./policies-vjq9EHwO.js`).then(e=>e.Policies),__vite__mapDeps([41,29,1,16,27,17])))],[`/console/:portfolio/policies/:id`,O(()=>k(()=>import(`./policy-Dtx06j69.js`).then(e=>e.PolicyScreen),__vite__mapDeps([42,1,32,8,31,33,25,43,44])))],[`/console/:portfolio/tasks`,O(()=>k(()=>import(`./tasks-BLubE5cE.js`).then(e=>e.Tasks),__vite__mapDeps([45,1,3,37,32,8,26,35,19,24,25,44])))],[`/console/:portfolio/waivers`,O(()=>k(()=>import(`./waivers-CG5TsruN.js`).then(e=>e.Waivers),__vite__mapDeps([46,1,29,16,27,17,34,35,19])))],[`/console/:portfolio/profiles`,O(()=>k(()=>import(`./profiles-DEbzsfx4.js`).then(e=>e.Profiles),__vite__mapDeps([47,17,1])))],[`/console/:portfolio/profiles/:id`,O(()=>k(()=>import(`./profile-Djhyvjdn.js`).then(e=>e.ProfileScreen),__vite__mapDeps([48,1,47,17])))],[`/console/:portfolio/deliveries`,O(()=>k(()=>import(`./deliveries-ClninEhg.js`).then(e=>e.Deliveries),__vite__mapDeps([49,1,3,43,25,13,12])))],[`/console/:portfolio/administration`,O(()=>k(()=>import(`./administration-H38gMNi3.js`).then(e=>e.Administration),__vite__mapDeps([50,1,5])))],...Ho.flatMap(({part:e,screen:t})=>t?[[`/console/:portfolio/administration/${e}/:id?`,t]]:[])];function bs(){let e=Cs();return e.refusal&&e.refusal.status!==401?M(Et,{refusal:e.refusal,retry:e.again}):e.loading?M(U,{}):q.value?M(D,{scope:`/console`,children:[M(us,{children:M(ye,{children:M(le,{children:[ys.map(([e,t])=>M(me,{path:e,component:Ss(t)},e)),M(me,{default:!0,component:vs})]})})}),_.value&&M(qo,{})]}):M(Ko,{...e.linkRefusal&&{refusal:e.linkRefusal}})}var xs=new Map;function Ss(e){return xs.has(e)||xs.set(e,({params:t})=>M(e,{},Object.values(t??{}).join(`/`))),xs.get(e)}function Cs(){let[e,n]=t({loading:!0});async function r(){n({loading:!0});let e=await Go();try{await Ea(),_.value=!1,n({loading:!1})}catch(t){_.value=!1,n({loading:!1,refusal:B(t),...e&&{linkRefusal:e}})}}return C(()=>void r(),[]),{...e,again:()=>void r()}}a(M(bs,{}),document.getElementById(`app`));export{ra as $,Yr as $n,rt as $r,$i as $t,Jr as A,nt as Ai,gr as An,I as Ar,Ur as At,jn as B,ge as Bi,ca as Bn,Rt as Br,mi as Bt,zr as C,Ve as Ci,vr as Cn,rn as Cr,Fi as Ct,Xr as D,Ie as Di,ur as Dn,V as Dr,ji as Dt,Pr as E,Fe as Ei,dr as En,Jt as Er,Pi as Et,kr as F,Ue as Fi,jr as Fn,P as Fr,ga as Ft,Mr as G,Ui as Gn,vt as Gr,Xi as Gt,Vn as H,pa as Hn,wt as Hr,Qn as Ht,Un as I,He as Ii,ia as In,It as Ir,Ii as It,_r as J,ei as Jn,lt as Jr,Hi as Jt,Pn as K,ti as Kn,bt as Kr,Zi as Kt,Yi as L,A as Li,er as Ln,Ft as Lr,xi as Lt,yi as M,Ee as Mi,Qi as Mn,Bt as Mr,ri as Mt,vi as N,Oe as Ni,zi as Nn,L as Nr,Hn as Nt,qr as O,j as Oi,ar as On,Yt as Or,oi as Ot,bi as P,qe as Pi,Tr as Pn,jt as Pr,$r as Pt,Gr as Q,$n as Qn,We as Qr,sa as Qt,Gi as R,k as Ri,ha as Rn,F as Rr,Si as Rt,pr as S,Ne as Si,rr as Sn,tn as Sr,Mi as St,fi as T,Re as Ti,or as Tn,B as Tr,Ai as Tt,sr as U,Di as Un,_t as Ur,Ki as Ut,Nn as V,fa as Vn,Et as Vr,Zn as Vt,hr as W,_i as Wn,St as Wr,Vi as Wt,Qr as X,di as Xn,tt as Xr,Jn as Xt,Ti as Y,gi as Yn,ct as Yr,Ji as Yt,Zr as Z,hi as Zn,Qe as Zr,ea as Zt,ni as _,ze as _i,Xn as _n,on as _r,Fn as _t,Ho as a,it as ai,Fr as an,_n as ar,kn as at,aa as b,dt as bi,Wr as bn,nn as br,nr as bt,wa as c,Ge as ci,Or as cn,U as cr,ci as ct,q as d,Je as di,En as dn,vn as dr,Ir as dt,ot as ei,na as en,va as er,Oi as et,Sa as f,$e as fi,Ar as fn,bn as fr,In as ft,wn as g,pt as gi,Ei as gn,sn as gr,zn as gt,la as h,st as hi,oa as hn,cn as hr,Ln as ht,Uo as i,ke as ii,wi as in,yn as ir,Mn as it,Bi as j,De as ji,Yn as jn,R as jr,ai as jt,Kr as k,ut as ki,ta as kn,Xt as kr,ii as kt,Ta as l,Xe as li,Wn as ln,gn as lr,Li as lt,ya as m,Pe as mi,Rr as mn,pn as mr,Rn as mt,is as n,Ze as ni,tr as nn,Kn as nr,Dn as nt,Wo as o,Be as oi,ua as on,W as or,li as ot,K as p,Ye as pi,ki as pn,mn as pr,Bn as pt,lr as q,pi as qn,M as qr,qi as qt,ss as r,Me as ri,Nr as rn,_a as rr,An as rt,J as s,Ke as si,Br as sn,H as sr,Ri as st,as as t,je as ti,ir as tn,mr as tr,da as tt,Ca as u,et as ui,Lr as un,hn as ur,Dr as ut,Er as v,Le as vi,Gn as vn,Zt as vr,ui as vt,si as w,ft as wi,fr as wn,$t as wr,Ni as wt,cr as x,at as xi,Vr as xn,en as xr,Hr as xt,Wi as y,Ae as yi,On as yn,Qt as yr,qn as yt,Tn as z,he as zi,ma as zn,Lt as zr,Ci as zt};