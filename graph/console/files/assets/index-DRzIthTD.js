const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/people-D9xIxNeF.js","assets/pages-_aFk_wnk.js","assets/frame-jDZdBbDW.js","assets/roles-xWXicUKb.js","assets/letters-DbvyGoRl.js","assets/restored-9N9c-9kI.js","assets/refused-DzCxMyrD.js","assets/webhooks-DqLd9l9v.js","assets/once-DmHl2_dB.js","assets/receivers-CqCPLyrn.js","assets/accounts-BG6SxaeL.js","assets/imports-DWdtbRun.js","assets/csv-BAUIdU6m.js","assets/pages-Ze9zhRpE.js","assets/progress-2nG3cn1_.js","assets/quotas-CADxFt81.js","assets/upload-Cy3-TufF.js","assets/use-upload-BoLLJvzY.js","assets/exports-7B3OGB9v.js","assets/lookup-BlEIEeZT.js","assets/record-BVswFWlO.js","assets/why-CUdSIhTa.js","assets/advice-_PbYQKoL.js","assets/patiently-CyXQd3oj.js","assets/cases-V9LMI9Cx.js","assets/export-CVZwK4Gt.js","assets/case-C0klKvED.js","assets/as-before-Dfi1hx1u.js","assets/says-D6Eb9F57.js","assets/asset-form-DeTXIprn.js","assets/decide-WRxACKRW.js","assets/facts-BBxrls09.js","assets/case-form-CE-Acoch.js","assets/edit-task-BuigPBUZ.js","assets/new-case-QpinBEld.js","assets/verdict-beside-D7PO3Lht.js","assets/correct-DQwtKiBE.js","assets/policies-CLK3p2ZK.js","assets/policy--LdoDav-.js","assets/send-DtFzegGm.js","assets/difference-BTJnmbU5.js","assets/tasks-CnIMEJEf.js","assets/waivers-CQyP5BOF.js","assets/profiles-FwM0XsEf.js","assets/profile-zCMHy-rK.js","assets/deliveries-T0I2YKl-.js","assets/administration-CQ85tGtI.js"])))=>i.map(i=>d[i]);
var e,t,n,r,i,a,o,s,c,l,u,d,f=Symbol.for(`pv`),p={},m=[],h=/^m(i|n|o|s|text|space)$/,g=Array.isArray,_=m.slice,v=Object.assign;function y(e){e&&e.parentNode&&e.remove()}function b(e,t,n){var r,i,a,o={},s=arguments.length;for(a in t)a==`key`?r=t[a]:a==`ref`&&typeof e!=`function`?i=t[a]:o[a]=t[a];return s>2&&(o.children=s>3?_.call(arguments,2):n),S(e,o,r,i,null)}function x(e,t,n){var r,i,a,o=v({},e.props),s=arguments.length;for(a in t)a==`key`?r=t[a]:a==`ref`&&typeof e.type!=`function`?i=t[a]:o[a]=t[a];return s>2&&(o.children=s>3?_.call(arguments,2):n),S(e.type,o,r===void 0?e.key:r,i===void 0?e.ref:i,null)}function S(n,r,i,a,o){var s={type:n,props:r,key:i,ref:a,__k:null,__:null,__b:0,__e:null,__c:null,constructor:f,__v:o||++t,__i:-1,__u:0};return!o&&e.vnode&&e.vnode(s),s}function C(e){return e.children}function w(e,t){this.props=e,this.context=t,this.__g=0}function T(e,t){if(t==null)return e.__&&T(e.__,e.__i+1);for(var n;t<e.__k.length;t++)if((n=e.__k[t])&&n.__e)return n.__e;return typeof e.type!=`function`||e.props.__P?null:T(e)}function E(t){var n,r=t.__v,i=r.__e,a=[],o=[],s=t.__P;s&&((n=v({constructor:f},r)).__v=r.__v+1,e.vnode&&e.vnode(n),j(s,n,r,t.__n,s.namespaceURI,32&r.__u?[i]:null,a,i||T(r),32&r.__u,o),n.__v=r.__v,n.__.__k[n.__i]=n,le(a,n,o),r.__=r.__e=null,n.__e!=i&&D(n))}function D(e){if((e=e.__)&&e.__c&&!e.props.__P)return e.__e=null,e.__k.some(function(t){return t&&(e.__e=t.__e)}),D(e)}function O(t){(8&t.__g||(t.__g|=8,r.push(t),a++))&&i==e.debounceRendering||((i=e.debounceRendering)||queueMicrotask)(k)}function k(){try{for(var e,t=1;r.length;)r.length>t&&r.sort(o),e=r.shift(),t=r.length,8&e.__g&&E(e)}finally{(a=r.length)&&(i||queueMicrotask)(k)}}function ee(e,t,n,r,i,a,o,s,c,l,u){var d,f,h,g,_,v,y=r.__k||m,b=t.length;for(c=te(n,t,y,c,b),d=0;d<b;d++)(h=n.__k[d])!=null&&(f=~h.__i&&y[h.__i]||p,h.__i=d,v=j(e,h,f,i,a,o,s,c,l,u),g=h.__e,(f.ref!=h.ref||8&f.__u)&&(f.ref&&de(f.ref,null,h,f),h.ref&&u.push(h.ref,h.__c||g,h)),_||=g,4&h.__u?(c=ne(h,c,e,!f.__v),f.__e&&(f.__e=null)):typeof h.type==`function`&&v!==void 0?c=v:g&&(c=g.nextSibling),h.__u&=-21);return n.__e=_,c}function te(e,t,n,r,i){var a,o,s,c,l,u,d,p,m,h=n.length,_=h,v=0,y=0,b=e.__k=Array(i);for(a=0;a<i;a++)(o=t[a])!=null&&typeof o!=`boolean`&&typeof o!=`function`?(typeof o!=`object`||o.constructor===String?o=b[a]=S(null,o):g(o)?o=b[a]=S(C,{children:o}):o.constructor===f&&o.__b?o=b[a]=S(o.type,o.props,o.key,o.ref,o.__v):b[a]=o,c=a+v,o.__=e,o.__b=e.__b+1,s=null,~(l=o.__i=ie(o,n,c,_))&&(_--,(s=n[l])&&(s.__u|=2)),s&&s.__v?(o.__u|=16,l==c-1?v--:l==c+1?v++:l!=c&&(l>c?v--:v++,y=1)):(~l||(i>h?v--:i<h&&v++),typeof o.type!=`function`&&(o.__u|=4))):b[a]=null;if(y){for(u=[],d=[],a=0;a<i;a++)if((o=b[a])&&16&o.__u){for(v=0,p=u.length;v<p;)u[m=v+p>>1]<o.__i?v=m+1:p=m;u[v]=o.__i,d[a]=v+1}for(v=u.length;a--;)d[a]&&(d[a]==v?v--:b[a].__u|=4)}if(_)for(a=0;a<h;a++)!(s=n[a])||2&s.__u||(s.__e==r&&(r=T(s)),fe(s,s));return r}function ne(e,t,n,r){var i,a,o,s;if(typeof e.type==`function`){if(e.props.__P)return t;if(i=e.__k)for(a=0;a<i.length;a++)i[a]&&(i[a].__=e,t=ne(i[a],t,n,!1));return t}for(t&&!t.parentNode&&(t=T(e))&&!t.parentNode&&(t=null),o=e.__e,s=t;s&&s.nodeType==8;)s=s.nextSibling;for(o!=s&&(!r&&n.moveBefore&&o.parentNode?n.moveBefore(o,t):n.insertBefore(o,t||null)),t=o;(t&&=t.nextSibling)&&t.nodeType==8&&!t.data.startsWith(`$s`););return t}function re(e,t){return t||=[],e!=null&&typeof e!=`boolean`&&(g(e)?e.some(function(e){re(e,t)}):t.push(e)),t}function ie(e,t,n,r){var i,a=e.key,o=e.type,s=t[n],c=s&&!(2&s.__u);if(s===null&&a==null||c&&a==s.key&&o==s.type)return n;if(r>+!!c){for(i=n-1;i>=0;i--)if((s=t[i])&&!(2&s.__u)&&a==s.key&&o==s.type)return i;for(i=n+1;i<t.length;i++)if((s=t[i])&&!(2&s.__u)&&a==s.key&&o==s.type)return i}return-1}function ae(e,t,n){n??=``,t[0]==`-`?e.setProperty(t,n):e[t]=n}function A(e,t,n,r,i){var a,o;if(t==`style`){if(typeof n==`string`)e.style.cssText=n;else{if(typeof r==`string`&&(e.style.cssText=r=``),r)for(t in r)n&&t in n||ae(e.style,t);if(n)for(t in n)r&&n[t]==r[t]||ae(e.style,t,n[t])}}else if(t[0]==`o`&&t[1]==`n`)typeof n!=`function`&&(n=null),typeof r!=`function`&&(r=null),(e.__e||={})[t]=n,n&&r||(o=u[t]||(u[t]=oe(t)),(e.__a||={})[t]=l,a=t!=(t=t.replace(c,`$1`)),(t=t.slice(2))[0]<`a`&&(t=t.toLowerCase()),n?e.addEventListener(t,o,a):e.removeEventListener(t,o,a));else{if(i==`http://www.w3.org/2000/svg`)t=t.replace(/xlink(H|:h)/,`h`).replace(/sName$/,`s`);else if(t!=`width`&&t!=`height`&&t!=`href`&&t!=`list`&&t!=`form`&&t!=`tabIndex`&&t!=`download`&&t!=`rowSpan`&&t!=`colSpan`&&t!=`role`&&t!=`popover`&&t in e)try{e[t]=n??``;return}catch{}if(typeof n==`function`)return;n==null||!1===n&&t[4]!=`-`?e.removeAttribute(t):e.setAttribute(t,t==`popover`&&n==1?``:n)}}function oe(t){return function(n){var r=this.__e;if(r){if(r=r[t],n[s]==null)n[s]=l++;else if(n[s]<this.__a[t])return;return r(e.event?e.event(n):n)}}}function j(t,n,r,i,a,o,s,c,l,u){var d,p,h,_,b,x,S,E,D,O,k,te,ne,re,ie,ae,A,oe,j=n.type;if(n.constructor!==f)return null;128&r.__u&&(l=32&r.__u,d=r.__c.__z)&&(n.__u|=l,p=o=[],d.nodeType==8?c=se(d,o):o.push(d),c=o[0]||c),(d=e.__b)&&d(n);n:if(typeof j==`function`){h=s.length;try{if(E=n.props,D=(d=j.prototype)&&d.render,O=(d=j.contextType)&&i[d.__c],k=d?O?O.props.value:d.__:i,(_=r.__c)?(n.__c=_,2&_.__g&&(_.__g|=1)):(D?n.__c=_=new j(E,k):(n.__c=_=new w(E,k),_.constructor=j,_.render=pe),O&&O.sub(_),_.state||(_.state={}),_.__n=i,_.__g|=8,_.__h=[],_.__k=[]),D&&(_.__s||(_.__s=_.state),j.getDerivedStateFromProps&&(_.__s==_.state&&(_.__s=v({},_.__s)),v(_.__s,j.getDerivedStateFromProps(E,_.__s)))),b=_.props,x=_.state,_.__v=n,r.__c){if(E!==b&&D&&!j.getDerivedStateFromProps&&_.componentWillReceiveProps&&_.componentWillReceiveProps(E,k),n.__v==r.__v&&!(8&_.__g)||!(4&_.__g)&&_.shouldComponentUpdate&&!1===_.shouldComponentUpdate(E,_.__s,k)){n.__v!=r.__v&&(_.props=E,_.state=_.__s,_.__g&=-9),n.__e=r.__e,n.__k=r.__k,n.__k.some(function(e){e&&(e.__=n)}),m.push.apply(_.__h,_.__k),_.__k=[],_.__h.length&&s.push(_),c=T(r);break n}_.componentWillUpdate&&_.componentWillUpdate(E,_.__s,k),D&&_.componentDidUpdate&&_.__h.push(function(){_.componentDidUpdate(b,x,S)})}else D&&!j.getDerivedStateFromProps&&_.componentWillMount&&_.componentWillMount(),D&&_.componentDidMount&&_.__h.push(_.componentDidMount);_.context=k,_.props=E,_.__P=t,_.__g&=-5,te=e.__r,ne=D?25:0;do _.__g&=-9,te&&te(n),d=_.render(_.props,_.state=_.__s,_.context);while(8&_.__g&&++ne<25);D&&(m.push.apply(_.__h,_.__k),_.__k=[]),_.state=_.__s,_.getChildContext&&(i=v({},i,_.getChildContext())),D&&r.__c&&_.getSnapshotBeforeUpdate&&(S=_.getSnapshotBeforeUpdate(b,x)),re=d&&d.type===C&&d.key==null?d.props.children:d,E.__P&&(d=c,a=(t=E.__P).namespaceURI,l=o=null,r.props&&r.props.__P!=t&&(r.__k.some(function(e){e&&fe(e,e)}),r.__k=null),c=r.__k?T(r,0):null),c=ee(t,g(re)?re:[re],n,r,i,a,o,s,c,l,u),E.__P&&(n.__e=null,c=d),n.__u&=-161,p&&p.some(y),_.__h.length&&s.push(_),1&_.__g&&(_.__g&=-4)}catch(t){if(s.length=h,n.__v=null,l||o){if(t&&t.then){if(n.__u|=128|l,o){for(~(A=o.indexOf(c||void 0))||(A=o.length);(oe=o[A-1])&&oe.nodeType==8;)A--;for(;A<o.length;A++)if(oe=o[A]){if(o[A]=null,ie){if(oe==ae)break}else{if(oe.nodeType!=8)break;oe.data.startsWith(`$s`)&&(ae=se(ie=oe))}}}if(!ie){for(;c&&c.nodeType==8&&c.nextSibling;)c=c.nextSibling;ie=c}(d=se(ie=n.__c.__z||(n.__c.__z=ie)))?(n.__e=ie,c=d):n.__e=c,c&&=c.nextSibling}else o&&o.some(y)}else n.__e=r.__e;n.__k||=r.__k||[],t&&t.then||ce(n),e.__e(t,n,r)}}else c=n.__e=ue(r.__e,n,r,i,a,o,s,l,u,t);return(d=e.diffed)&&d(n),c}function se(e,t){if(e&&e.nodeType==8&&e.data.startsWith(`$s`))for(var n=1;e=e.nextSibling;){if(e.nodeType==8){if(e.data.startsWith(`$s`))n++;else if(e.data.startsWith(`/$s`)&&!--n)return e}t&&t.push(e)}}function ce(e){e&&(e.__c&&(e.__c.__g|=4),e.__k&&e.__k.some(ce))}function le(t,n,r){for(var i=0;i<r.length;)de(r[i++],r[i++],r[i++]);e.__c&&e.__c(n,t),t.some(function(n){try{t=n.__h,n.__h=[],t.some(function(e){e.call(n)})}catch(t){e.__e(t,n.__v)}})}function ue(t,n,r,i,a,o,s,c,l,u){var d,f,m,v,b,x,S,C,w=r.props||p,E=n.props,D=n.type;if(D==`svg`?a=`http://www.w3.org/2000/svg`:D==`math`?a=`http://www.w3.org/1998/Math/MathML`:a||=`http://www.w3.org/1999/xhtml`,o){for(d=0;d<o.length;d++)if((b=o[d])&&(D?b.localName==D:b.nodeType==3)){t=b,o[d]=null;break}}if(!t){if(C=u.ownerDocument||document,!D)return C.createTextNode(E);t=C.createElementNS(a,D,E.is?E:u),c&&=(e.__m&&e.__m(n,o),!1),o=null}if(D){if(u=D==`template`&&t.content||t,o=D==`textarea`&&E.defaultValue!=null?null:o&&_.call(u.childNodes),!c&&o)for(w={},d=0;d<t.attributes.length;d++)w[(b=t.attributes[d]).name]=b.value;for(d in w)b=w[d],d==`dangerouslySetInnerHTML`?m=b:d==`children`||d in E||d==`value`&&`defaultValue`in E||d==`checked`&&`defaultChecked`in E||A(t,d,null,b,a);for(d in E)b=E[d],d==`children`?v=b:d==`dangerouslySetInnerHTML`?f=b:d==`value`?x=b:d==`checked`?S=b:c&&typeof b!=`function`||w[d]===b||A(t,d,b,w[d],a);f?(c||m&&(f.__html==m.__html||f.__html==t.innerHTML)||(t.innerHTML=f.__html),n.__k=[]):(m&&(t.textContent=``),(D==`foreignObject`||a==`http://www.w3.org/1998/Math/MathML`&&h.test(D))&&(a=`http://www.w3.org/1999/xhtml`),ee(u,g(v)?v:[v],n,r,i,a,o,s,o?o[0]:r.__k&&T(r,0),c,l),o&&o.some(y)),c&&D!=`textarea`||(d=`value`,D==`progress`&&x==null?t.removeAttribute(d):x==null||x===t[d]&&(D!=`progress`||x)||A(t,d,x,w[d],a),d=`checked`,S!=null&&S!=t[d]&&A(t,d,S,w[d],a))}else w===E||c&&t.data==E||(t.data=E);return t}function de(t,n,r,i){try{typeof t==`function`?n?n.__x=t(n)||1:(i&&=i.__c||i.__e)&&(n=i.__x)&&(i.__x=null,typeof n==`function`?n():t(null)):t.current=n}catch(t){e.__e(t,r)}}function fe(t,n,r){var i,a,o,s;if(e.unmount&&e.unmount(t),!(i=t.ref)||i.current&&i.current!=t.__e||de(i,null,n,t),i=t.__c){if(i.componentWillUnmount)try{i.componentWillUnmount()}catch(t){e.__e(t,n)}i.__P=i.__n=null}if(i=t.__k)for(s=0;s<i.length;s++)i[s]&&fe(i[s],n,typeof t.type!=`function`||r&&!t.props.__P);!r&&(i=t.__c)&&(i=i.__z)&&(a=se(i,o=[]))&&(i==t.__e&&o.some(y),y(a),y(i)),r||y(t.__e),t.__e=t.__c=t.__=null}function pe(e,t,n){return this.constructor(e,n)}function me(t,n){var r,i,a,o;e.__&&e.__(t,n),n.nodeType==9&&(n=n.documentElement),i=(r=t&&32&t.__u)?null:n.__k,n.__k=S(C,{children:[t]}),a=[],o=[],j(n,n.__k,i||p,p,n.namespaceURI,i?null:n.firstChild?_.call(n.childNodes):null,a,i?i.__e:n.firstChild,r,o),le(a,n.__k,o),n.__k.props.children=null}function he(e){function t(e){var n,r;return this.getChildContext||(n=new Set,(r={})[t.__c]=this,this.getChildContext=function(){return r},this.shouldComponentUpdate=function(e){this.props.value!=e.value&&n.forEach(function(e){e.__g|=4,O(e)})},this.sub=function(e){n.add(e);var t=e.componentWillUnmount;e.componentWillUnmount=function(){n.delete(e),t&&t.call(e)}}),e.children}return t.__c=`__cC`+d++,t.__=e,t.Provider=(t.Consumer=function(e,t){return e.children(t)}).contextType=t,t}e={__e:function(e,t,n,r){for(var i,o,s;t=t.__;)if((i=t.__c)&&!(1&i.__g)){i.__g|=4;try{if((s=(o=i.constructor)&&o.getDerivedStateFromError)&&i.setState(o.getDerivedStateFromError(e)),i.componentDidCatch&&(i.componentDidCatch(e,r||{}),s=1),s&&8&i.__g)return void(i.__g|=2)}catch(t){e=t}}throw a=0,e}},t=0,n=function(e){return e!=null&&e.constructor===f},w.prototype.setState=function(e,t){var n=this.__s;n&&n!=this.state||(n=this.__s=v({},this.state)),typeof e==`function`&&(e=e(v({},n),this.props)),e&&(v(n,e),this.__v&&(t&&this.__k.push(t),O(this)))},w.prototype.forceUpdate=function(e){this.__v&&(this.__g|=4,e&&this.__h.push(e),O(this))},w.prototype.render=C,r=[],a=0,o=function(e,t){return e.__v.__b-t.__v.__b},s=Symbol(),c=/(PointerCapture)$|Capture$/i,l=0,u={},d=0;var ge,M,_e,ve,ye=Object.is,be=0,xe=[],Se=[],N=e,Ce=N.__b,we=N.__r,Te=N.diffed,Ee=N.__c,De=N.unmount,Oe=N.__;function ke(e,t){N.__h&&N.__h(M,e,be||t),be=0;var n=M.__H||(M.__H={__:[],__h:[]});return e>=n.__.length&&n.__.push({}),n.__[e]}function P(e){return be=1,Ae(He,e)}function Ae(e,t,n){var r=ke(ge++,2);if(r.t=e,!r.__c&&(r.__=[n?n(t):He(void 0,t),function(e){var t=(r.__N||r.__)[0],n=r.t(t,e);ye(t,n)||(r.__N=[n,r.__[1]],r.__c.setState({}))}],r.__c=M,!M.__f)){M.__f=!0;var i=M.shouldComponentUpdate;M.shouldComponentUpdate=function(e,t,n){var r=this.__H;if(!r)return!0;var a=!1,o=this.props!=e;if(r.__.some(function(e){e.__N&&(a=!0,ye(e.__[0],e.__N[0])||(o=!0))}),i){var s=i.call(this,e,t,n);return a?s||o:s}return!a||o}}return r.__}function F(e,t){var n=ke(ge++,3);!N.__s&&Ve(n.__H,t)&&(n.__P=!0,n.__=e,n.u=t,M.__H.__h.push(n))}function je(e,t){var n=ke(ge++,4);!N.__s&&Ve(n.__H,t)&&(n.__P=!1,n.__=e,n.u=t,M.__h.push(n))}function I(e){return be=5,Me(function(){return{current:e}},[])}function Me(e,t){var n=ke(ge++,7);return Ve(n.__H,t)&&(n.__=e(),n.__H=t),n.__}function Ne(e){var t=M.context[e.__c],n=ke(ge++,9);return n.c=e,t?(n.__??(n.__=!0,t.sub(M)),t.props.value):e.__}function Pe(){var e=ke(ge++,11);if(!e.__){for(var t=M.__v;!t.__m&&t.__;)t=t.__;var n=t.__m||(t.__m=[0,0]);e.__=`P`+n[0]+`-`+n[1]++}return e.__}function Fe(){var e;do{for(;e=Se.shift();)try{ze(e)}catch(t){N.__e(t,{__:(e=e.__P)&&e.__v})}for(;e=xe.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(ze),t.__h.some(Be),t.__h=[]}catch(n){t.__h=[],N.__e(n,e.__v)}}}while(Se.length)}N.__b=function(e){M=null,Ce&&Ce(e)},N.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),Oe&&Oe(e,t)},N.__r=function(e){we&&we(e),ge=0;var t=(M=e.__c).__H;t&&(_e==M?M.__h=[]:(t.__h.some(ze),t.__h.some(Be),ge=0),t.__h=[],t.__.some(function(e){e.__N&&(e.__=e.__N),e.u=e.__N=void 0})),_e=M},N.diffed=function(e){Te&&Te(e);var t=e.__c;t&&t.__H&&(t.__H.__h.length&&Re(xe.push(t)),t.__H.__.some(function(e){e.u&&(e.__H=e.u)})),_e=M=null},N.__c=function(e,t){t.some(function(e){try{e.__h.some(ze),e.__h=e.__h.filter(function(e){return!e.__||Be(e)})}catch(t){e.__h=[function(){throw t}]}}),Ee&&Ee(e,t)},N.unmount=function(e){De&&De(e);var t,n,r=e.__c;r&&r.__H&&(r.__H.__.some(function(r){try{if(r.__P&&r.__c){if(n===void 0){for(n=e.__;n&&(!n.__c||!n.__c.__P);)n=n.__;n&&=n.__c}r.__P=n,Re(Se.push(r))}else ze(r)}catch(e){t=e}}),r.__H=void 0,t&&N.__e(t,r.__v))};var Ie=typeof requestAnimationFrame==`function`;function Le(e){var t,n=function(){clearTimeout(r),Ie&&cancelAnimationFrame(t),setTimeout(e)},r=setTimeout(n,35);Ie&&(t=requestAnimationFrame(n))}function Re(e){e!=1&&ve==N.requestAnimationFrame||((ve=N.requestAnimationFrame)||Le)(Fe)}function ze(e){var t=M,n=e.__c;typeof n==`function`&&(e.__c=void 0,n()),M=t}function Be(e){var t=M;e.__c=e.__(),M=t}function Ve(e,t){return!e||e.length!=t.length||t.some(function(t,n){return!ye(t,e[n])})}function He(e,t){return typeof t==`function`?t(e):t}var Ue,We;function Ge(e){return!We||(typeof We==`string`?e.startsWith(We):We.test(e))}function Ke(e,t){let n=``;if(Ue=void 0,t&&t.type===`click`){if(t.ctrlKey||t.metaKey||t.altKey||t.shiftKey||t.button!==0)return e;let r=t.composedPath().find(e=>e.nodeName==`A`&&e.href),i=r&&r.getAttribute(`href`);if(!r||r.origin!=location.origin||/^#/.test(i)||!/^(_?self)?$/i.test(r.target)||!Ge(i)||r.download)return e;Ue=!0,t.preventDefault(),n=r.href.replace(location.origin,``)}else t&&t.url?(Ue=!t.replace,n=t.url):n=location.pathname+location.search;return Ue===!0?history.pushState(null,``,n):Ue===!1&&history.replaceState(null,``,n),n}var qe=(e,t,n={})=>{e=e.split(`/`).filter(Boolean),t=(t||``).split(`/`).filter(Boolean),n.params||={};for(let r=0,i,a;r<Math.max(e.length,t.length);r++){let[,o,s,c]=(t[r]||``).match(/^(:?)(.*?)([+*?]?)$/);if(i=e[r],o||s!=i){if(!o&&i&&c==`*`){n.rest=`/`+e.slice(r).join(`/`);break}if(!o||!i&&c!=`?`&&c!=`*`)return;if(a=c==`+`||c==`*`,a?i=e.slice(r).map(decodeURIComponent).join(`/`)||void 0:i&&=decodeURIComponent(i),n.params[s]=i,s in n||(n[s]=i),a)break}}return n};function Je(e){let[t,n]=Ae(Ke,e.url||location.pathname+location.search);e.scope&&(We=e.scope);let r=Ue===!0,i=Me(()=>{let e=new URL(t,location.origin),i=e.pathname.replace(/\/+$/g,``)||`/`;return{url:t,path:i,query:Object.fromEntries(e.searchParams),route:(e,t)=>n({url:e,replace:t}),back:()=>{history.back()},forward:()=>{history.forward()},wasPush:r}},[t]);return je(()=>(addEventListener(`click`,n),addEventListener(`popstate`,n),()=>{removeEventListener(`click`,n),removeEventListener(`popstate`,n)}),[]),b(Je.ctx.Provider,{value:i},e.children)}var Ye=Promise.resolve();function Xe(e){let[t,n]=Ae(e=>e+1,0),{url:r,query:i,wasPush:a,path:o}=nt();if(!r)throw Error(`preact-iso's <Router> must be used within a <LocationProvider>, see: https://github.com/preactjs/preact-iso#locationprovider`);let{rest:s=o,params:c={}}=Ne(et),l=I(!1),u=I(o),d=I(1),f=I(),p=I(),m=I(),h=I(!1),g=I();g.current=!1;let _,v,y;re(e.children).some(e=>{if(qe(s,e.props.path,y={...e.props,path:s,query:i,params:Object.assign({},c),rest:``}))return _=x(e,y);e.props.default&&(v=x(e,y))});let S=_||v,C=f.current&&f.current.__u&Ze&&f.current.__u&Qe,w=f.current&&f.current.__h,T=Me(()=>{p.current=f.current,f.current=b(et.Provider,{value:y},S);let e=p.current&&p.current.props.children;return!e||!S||S.type!==e.type||S.props.component!==e.props.component?(d.current++,!0):!1},[r,JSON.stringify(y)]);C?(f.current.__u|=Ze,f.current.__u|=Qe):w&&(f.current.__h=!0);let E=p.current;return p.current=null,this.__c=(t,i)=>{g.current=!0,p.current=E,e.onLoadStart&&e.onLoadStart(r),l.current=!0;let a=d.current;t.then(()=>{a===d.current&&(p.current=null,f.current&&(i.__h&&(f.current.__h=i.__h),i.__u&Qe&&(f.current.__u|=Qe),i.__u&Ze&&(f.current.__u|=Ze)),Ye.then(n))})},je(()=>{let t=this.__v&&this.__v.__e;g.current?!h.current&&!m.current&&(m.current=t):(!h.current&&m.current&&(m.current!==t&&m.current.remove(),m.current=null),h.current=!0,u.current!==o&&(a&&scrollTo(0,0),e.onRouteChange&&e.onRouteChange(r),u.current=o),e.onLoadEnd&&l.current&&e.onLoadEnd(r),l.current=!1)},[o,a,t]),T?[b($e,{r:f,key:d.current}),b($e,{r:p,key:d.current-1})]:b($e,{r:f,key:d.current})}var Ze=32,Qe=128,$e=({r:e})=>e.current;Xe.Provider=Je,Je.ctx=he({});var et=he({}),tt=e=>b(e.component,e),nt=()=>Ne(Je.ctx),rt=()=>Ne(et),it=e.__b;e.__b=e=>{e.type&&e.type._forwarded&&e.ref&&(e.props.ref=e.ref,e.ref=null),it&&it(e)};function L(e){let t,n,r=()=>e().then(e=>n=e&&e.default||e),i=e=>{let[,i]=P(0),a=I(n);if(t||=r(),n!==void 0)return b(n,e);throw a.current||=t.then(()=>i(1)),t};return i.preload=()=>(t||=r(),t),i._forwarded=!0,i}var at=e.__e;e.__e=(e,t,n)=>{if(e&&e.then){let r=t;for(;r=r.__;)if(r.__c&&r.__c.__c)return t.__e??(t.__c.__z=[n.__e],t.__e=n.__e,t.__k=n.__k),t.__k||=[],r.__c.__c(e,t)}at&&at(e,t,n)};function ot(e){return this.__c=st,this.componentDidCatch=e.onError,e.children}function st(e){e.then(()=>this.forceUpdate())}var ct=(function(){let e=typeof document<`u`&&document.createElement(`link`).relList;return e&&e.supports&&e.supports(`modulepreload`)?`modulepreload`:`preload`})(),lt=function(e){return`/console/`+e},ut={},dt=function(e){return e.pathname.endsWith(`.css`)},ft=function(e,t,n){if(t in e)return e[t];let r=n();if(!r){e[t]=void 0;return}let i=r.then(()=>{e[t]=void 0},n=>{throw e[t]=void 0,n});return e[t]=i,i},R=function(e,t,n){let r=Promise.resolve();if(t&&t.length>0){let e,i=document.querySelector(`meta[property=csp-nonce]`),a=i?.nonce||i?.getAttribute(`nonce`);function o(e){return Promise.all(e.map(e=>Promise.resolve(e).then(e=>({status:`fulfilled`,value:e}),e=>({status:`rejected`,reason:e}))))}function s(e){return import.meta.resolve?new URL(import.meta.resolve(e)):new URL(e,import.meta.url)}r=o(t.map(t=>{t=lt(t,n);let r=s(t),i=dt(r);return ft(ut,r.href,()=>{if(e===void 0){e={all:new Set,styles:new Set};let t=document.getElementsByTagName(`link`);for(let n=t.length-1;n>=0;n--){let r=t[n];e.all.add(r.href),r.rel===`stylesheet`&&e.styles.add(r.href)}}if((i?e.styles:e.all).has(r.href))return;let t=document.createElement(`link`);if(t.rel=i?`stylesheet`:ct,i||(t.as=`script`),t.crossOrigin=``,t.href=r.href,a&&t.setAttribute(`nonce`,a),document.head.appendChild(t),i)return new Promise((e,n)=>{let i=a=>{t.removeEventListener(`load`,i),t.removeEventListener(`error`,i),a.type===`error`?n(Error(`Unable to preload CSS for ${r}`)):e(a)};t.addEventListener(`load`,i),t.addEventListener(`error`,i)})})}).filter(e=>e!==void 0))}function i(e){let t=new Event(`vite:preloadError`,{cancelable:!0});if(t.payload=e,window.dispatchEvent(t),!t.defaultPrevented)throw e}return r.then(t=>{for(let e of t||[])e.status===`rejected`&&i(e.reason);return e().catch(i)})};function pt({amount:e,currency:t}){return mt({style:`currency`,currency:t,.../^-?\d+(\.0+)?$/.test(e)&&{maximumFractionDigits:0}},e)}function mt(e,t){let n=e.currency===`USD`?`symbol`:`code`;return new Intl.NumberFormat(`en-US`,{...e,currencyDisplay:n}).format(t).replace(`\xA0`,` `)}function ht(e){return e.toLocaleString(`en-US`)}function z(e,t,n=`${t}s`){return`${ht(e)} ${e===1?t:n}`}function gt(e){return e?new Date(e).toLocaleDateString(`en-US`,{timeZone:`UTC`,year:`numeric`,month:`long`,day:`numeric`}):``}function _t(e){return e?new Date(e).toLocaleString(`en-US`,{year:`numeric`,month:`long`,day:`numeric`,hour:`numeric`,minute:`2-digit`}):``}function vt(e){return e.toLocaleTimeString(`en-US`,{hour:`numeric`,minute:`2-digit`})}var yt=864e5;function B(e=0,t=new Date){return new Date(t.getTime()+e*yt).toISOString().slice(0,10)}function bt(e,t=new Date){return Math.round((Date.parse(e.slice(0,10))-Date.parse(B(0,t)))/yt)}function xt(e,t=new Date){let n=bt(e,t);return n===0?`today`:n>0?`in ${z(n,`day`)}`:`${z(-n,`day`)} ago`}function V(e,t){return t==null?``:e[t]??t}var St={deficient:`Deficient`,unknown:`Outstanding`,waived:`Exception`,compliant:`In compliance`,notApplicable:`No requirement`},Ct={deficient:`Not insured as the lender requires`,unknown:`Information that decides it is outstanding`,waived:`In compliance, but for an exception that was approved`,compliant:`Insured as the lender requires`,notApplicable:`The lender requires nothing here, or no risk profile is set`},wt=[`deficient`,`unknown`,`waived`,`compliant`,`notApplicable`],Tt={applicability_unknown:`Not known if required`,no_policy:`No policy`,not_started:`Policy not started`,expired:`Policy expired`,cancelled:`Policy cancelled`,deactivated:`Policy deactivated`,dates_unknown:`Policy dates not known`,insured_not_named:`Borrower not named insured`,insured_unknown:`Named insured not known`,asset_not_covered:`Asset not on the policy`,clause_missing:`Lender clause missing`,rating_too_low:`Carrier rating too low`,rating_unknown:`Carrier rating not known`,form_not_accepted:`Coverage form not accepted`,claims_made:`Claims-made form`,form_unknown:`Coverage form not known`,valuation_not_accepted:`Valuation not accepted`,valuation_unknown:`Valuation not known`,coinsurance_too_high:`Coinsurance too high`,coinsurance_unknown:`Coinsurance not known`,deductible_too_high:`Deductible too high`,deductible_unknown:`Deductible not known`,currency_differs:`Currency differs`,endorsement_missing:`Endorsement missing`,endorsement_unknown:`Endorsement not known`,excluded:`Exclusion not accepted`,exclusion_unknown:`Exclusions not known`,notice_too_short:`Notice of cancellation too short`,notice_unknown:`Notice of cancellation not known`,evidence_missing:`Evidence missing`,evidence_temporary:`Temporary evidence run out`,not_confirmed:`Renewal not confirmed`,primary_missing:`Primary layer missing`,peril_missing:`Peril not covered`,limit_too_low:`Limit too low`,limit_unknown:`Limit not known`,required_amount_unknown:`Required amount not known`,aggregate_too_low:`Aggregate limit too low`,period_too_short:`Period of indemnity too short`,period_unknown:`Period of indemnity not known`,attachment_gap:`Gap below the layer`},Et={fail:`Not met`,unknown:`Outstanding`,waived:`Exception`},Dt={DRAFT:`Draft`,OPEN:`Open`,ONBOARDING:`Onboarding`,approved:`Approved`,onHold:`On hold`,closed:`Closed`},Ot={paidOff:`Loan paid off`,sold:`Loan sold`,chargedOff:`Loan charged off`,transferred:`Serviced by somebody else`,error:`Opened by mistake`},kt={active:`Active`,renewalInProgress:`Renewal in progress`,onHold:`On hold`,deactivated:`Deactivated`},At={selfManaged:`Followed up by the lender`,serviceManaged:`Followed up by us`},jt={collectEvidence:`Collect evidence`,reviewDocument:`Review a document`,renewalFollowUp:`Follow up a renewal`,resolveDeficiency:`Resolve a deficiency`,cancellationFollowUp:`Follow up a cancellation`,forcePlacementReview:`Review lender-placed insurance`,caseApproval:`Approve a case or an exception`,loanMissing:`Find a missing loan`};function Mt(e){return e.type===`caseApproval`?e.waiverId?`Decide an exception`:`Approve a case`:V(jt,e.type)}var Nt={open:`Open`,inProgress:`In progress`,paused:`Paused`,completed:`Completed`,cancelled:`Cancelled`},Pt=[`open`,`inProgress`,`paused`],Ft={request:`Request for renewal`,reminder:`Reminder`,final:`Final reminder`,lapsed:`Coverage has lapsed`,warning:`Warning`,forcePlacementReview:`Review of lender-placed insurance`,deficiency:`Request for correction`,deficiencyReminder:`Reminder to correct`,deficiencyFinal:`Final reminder to correct`},It={planned:`Planned`,sent:`Sent`,suppressed:`Suppressed`,skipped:`Skipped`,cancelled:`Not needed any more`,failed:`Failed`},Lt={pending:`Waiting`,sent:`Accepted by the mail server`,refused:`Refused by the mail server`,abandoned:`Given up`},Rt={policyOnHold:`The policy is on hold`,policyDeactivated:`The policy is deactivated`,evidenceInReview:`Evidence came in and is being reviewed`,endDateUnknown:`The end date of the policy is not known`,allStepsDone:`All steps of this term are done`},zt={pending:`Waiting for its next attempt`,delivered:`Delivered`,failed:`Failed`},Bt={requested:`Requested`,approved:`Approved`,rejected:`Rejected`,revoked:`Revoked`},Vt={nonPayment:`Premium not paid`,underwriting:`Carrier does not want the risk`,insuredRequest:`Insured asked for it`,rewritten:`Another policy replaces it`,other:`Another reason`},Ht={proposed:`To be decided`,accepted:`Accepted`,partlyAccepted:`Partly accepted`,rejected:`Rejected`},Ut={proposed:`To be decided`,accepted:`Accepted`,rejected:`Rejected`},Wt={created:`Created`,newTerm:`New term`,correction:`Correction or confirmation`},Gt={primary:`Primary`,excess:`Excess`,umbrella:`Umbrella`},Kt={perOccurrence:`Each occurrence`,aggregate:`Aggregate`,total:`Total`},qt={Special:`Special`,Broad:`Broad`,Basic:`Basic`,Unknown:`Not known`},Jt={mortgagee:`Mortgagee`,lendersLossPayable:`Lender’s loss payable`,lossPayee:`Loss payee`,additionalInsured:`Additional insured`,certificateHolder:`Certificate holder`},Yt={LOAN_AMOUNT:`Loan amount`,INSURABLE_VALUE:`Insurable value`,LESSER:`Lesser of loan amount and insurable value`,FLOOD:`Federal flood rules: least of balance, insurable value and the program’s maximum`},Xt={TARGET:`Each building or the case`,LOAN:`All buildings together`},Zt={ANY:`One of the borrowers`,ALL:`Each of the borrowers`},Qt={AM_BEST:`A.M. Best`,DEMOTECH:`Demotech`,SP:`S&P`,MOODYS:`Moody’s`},$t={replacementCost:`Replacement cost`,actualCashValue:`Actual cash value`,agreedValue:`Agreed value`,functionalReplacementCost:`Functional replacement cost`},en={carrier:`Carrier`,limits:`Limits`,deductibles:`Deductible`,coverageFormType:`Form`,mortgageeClauses:`Clauses`,insureds:`Named insureds`,perils:`Perils`,valuation:`Valuation`,endorsements:`Endorsements`,exclusions:`Exclusions`,noticeDays:`Days of notice`,attachment:`Attachment`},tn={LIMIT:`the limit`,INSURED_VALUE:`the insured value`},nn={voluntary:`By the borrower`,lenderPlaced:`Lender-placed`},rn={ACCEPT:`what a new term takes over from the one before counts`,UNKNOWN:`what a new term takes over from the one before is outstanding until it is confirmed`},an={loanNumber:`loan number`,displayName:`name`,insured:`named insured`,asset:`address`,policyNumber:`policy number`},on={serviceAccount:`Lender`,staff:`Staff`,person:`Person`,system:`covertrack`,evidenceLink:`Evidence link`};function sn(e,t){let n=V(on,t);return n===e?e:`${e} (${n.toLowerCase()})`}var cn={admin:`Administrator`,analyst:`Analyst`,viewer:`Viewer`},ln={office:`Office`,mobile:`Mobile`,home:`Home`,fax:`Fax`,other:`Another`},un={viewer:`Viewer`,analyst:`Analyst`,approver:`Approver`,admin:`Administrator`,support:`Support`,operator:`Operator`},dn={live:`live`,test:`test`},fn=Symbol.for(`pv`),pn=0;Array.isArray;function H(t,n,r,i,a,o){n||={};var s,c,l=n;if(`ref`in l&&typeof t!=`function`)for(c in l={},n)c==`ref`?s=n[c]:l[c]=n[c];var u={type:t,props:l,key:r,ref:s,__k:null,__:null,__b:0,__e:null,__c:null,constructor:fn,__v:--pn,__i:-1,__u:0};return(a||o)&&(u.__source=a,u.__self=o),e.vnode&&e.vnode(u),u}var mn=Symbol.for(`preact-signals`);function hn(){if(W>1)W--;else{var e,t=!1;for((function(){var e=Cn;for(Cn=void 0;e!==void 0;){var t=e.S;if(t.v===e.v)for(var n=t.t;n!==void 0;n=n.x)n.i===e.i&&(n.i=t.i);e=e.o}})();yn!==void 0;){var n=yn;for(yn=void 0,bn++;n!==void 0;){var r=n.u;if(n.u=void 0,n.f&=-3,!(8&n.f)&&En(n))try{n.c()}catch(n){t||=(e=n,!0)}n=r}}if(bn=0,W--,t)throw e}}function gn(e){if(W>0)return e();Sn=++xn,W++;try{return e()}finally{hn()}}var _n,U=void 0;function vn(e){var t=U,n=_n;U=void 0,_n=void 0;try{return e()}finally{U=t,_n=n}}var yn=void 0,W=0,bn=0,xn=0,Sn=0,Cn=void 0,wn=0;function Tn(e){if(U!==void 0){var t=e.n;if(t===void 0||t.t!==U)return t={i:0,S:e,p:U.s,n:void 0,t:U,e:void 0,x:void 0,r:t},U.s!==void 0&&(U.s.n=t),U.s=t,e.n=t,32&U.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=U.s,t.n=void 0,U.s.n=t,U.s=t),t}}function G(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,this.Z=t?.unwatched,this.name=t?.name}G.prototype.brand=mn,G.prototype.h=function(){return!0},G.prototype.S=function(e){var t=this,n=this.t;n!==e&&e.e===void 0&&(e.x=n,this.t=e,n===void 0?vn(function(){var e;(e=t.W)==null||e.call(t)}):n.e=e)},G.prototype.U=function(e){var t=this;if(this.t!==void 0){var n=e.e,r=e.x;n!==void 0&&(n.x=r,e.e=void 0),r!==void 0&&(r.e=n,e.x=void 0),e===this.t&&(this.t=r,r===void 0&&vn(function(){var e;(e=t.Z)==null||e.call(t)}))}},G.prototype.subscribe=function(e){var t=this;return Fn(function(){var n=t.value;vn(function(){return e(n)})},{name:`sub`})},G.prototype.valueOf=function(){return this.value},G.prototype.toString=function(){return this.value+``},G.prototype.toJSON=function(){return this.value},G.prototype.peek=function(){var e=this;return vn(function(){return e.value})},Object.defineProperty(G.prototype,"value",{get:function(){var e=Tn(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(bn>100)throw Error(`Cycle detected`);(function(e){W!==0&&bn===0&&e.l!==Sn&&(e.l=Sn,Cn={S:e,v:e.v,i:e.i,o:Cn})})(this),this.v=e,this.i++,wn++,W++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{hn()}}}});function K(e,t){return new G(e,t)}function En(e){for(var t=e.s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function Dn(e){for(var t=e.s;t!==void 0;t=t.n){var n=t.S.n;if(n!==void 0&&(t.r=n),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function On(e){for(var t=e.s,n=void 0;t!==void 0;){var r=t.p;t.i===-1?(t.S.U(t),r!==void 0&&(r.n=t.n),t.n!==void 0&&(t.n.p=r)):n=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),t=r}e.s=n}function kn(e,t){G.call(this,void 0,t),this.x=e,this.s=void 0,this.g=wn-1,this.f=4}kn.prototype=new G,kn.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===wn))return!0;if(this.g=wn,this.f|=1,this.i>0&&!En(this))return this.f&=-2,!0;var e=U;try{Dn(this),U=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&(this.v=t,this.f&=-17,this.i++)}catch(e){this.v=e,this.f|=16,this.i++}return U=e,On(this),this.f&=-2,!0},kn.prototype.S=function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}G.prototype.S.call(this,e)},kn.prototype.U=function(e){if(this.t!==void 0&&(G.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=t.n)t.S.U(t)}},kn.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}},Object.defineProperty(kn.prototype,"value",{get:function(){if(1&this.f)throw Error(`Cycle detected`);var e=Tn(this);if(this.h(),e!==void 0&&(e.i=this.i),16&this.f)throw this.v;return this.v}});function An(e,t){return new kn(e,t)}function jn(e){var t=e.j;if(e.j=void 0,typeof t==`function`){W++;var n=U;U=void 0;try{t()}catch(t){throw e.f&=-2,e.f|=8,Mn(e),t}finally{U=n,hn()}}}function Mn(e){for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,jn(e)}function Nn(e){if(U!==this)throw Error(`Out-of-order effect`);On(this),U=e,this.f&=-2;try{8&this.f&&Mn(this)}finally{hn()}}function Pn(e,t){this.x=e,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=t?.name,_n&&_n.push(this)}Pn.prototype.c=function(){var e=this.S();try{if(8&this.f||this.x===void 0)return;var t=this.x();typeof t==`function`&&(this.j=t)}finally{e()}},Pn.prototype.S=function(){if(1&this.f)throw Error(`Cycle detected`);this.f|=1,this.f&=-9,jn(this),Dn(this),W++;var e=U;return U=this,Nn.bind(this,e)},Pn.prototype.N=function(){2&this.f||(this.f|=2,this.u=yn,yn=this)},Pn.prototype.d=function(){this.f|=8,1&this.f||Mn(this)},Pn.prototype.dispose=function(){this.d()};function Fn(e,t){var n=new Pn(e,t);try{n.c()}catch(e){throw n.d(),e}var r=n.d.bind(n);return r[Symbol.dispose]=r,r}var In,Ln,Rn,zn=typeof window<`u`&&!!window.__PREACT_SIGNALS_DEVTOOLS__,Bn=[];Fn(function(){In=this.N})();function Vn(t,n){e[t]=n.bind(null,e[t]||function(){})}function Hn(e){if(Rn){var t=Rn;Rn=void 0,t()}Rn=e&&e.S()}function Un(e){var t=this,r=e.data,i=Gn(r);i.name=`ReactiveDom`,i.value=r;var a=Me(function(){for(var e=t,r=t.__v;r=r.__;)if(r.__c){r.__c.__$f|=4;break}var a=An(function(){var e=i.value.value;return e===0?0:!0===e?``:e||``}),o=An(function(){return!Array.isArray(a.value)&&!n(a.value)}),s=Fn(function(){if(this.N=Yn,o.value){var t=a.value;e.__v&&e.__v.__e&&e.__v.__e.nodeType===3&&(e.__v.__e.data=t)}}),c=t.__$u.d;return t.__$u.d=function(){s(),c.call(this)},[o,a]},[]),o=a[0],s=a[1];return o.value?s.peek():s.value}Un.displayName=`ReactiveTextNode`,Object.defineProperties(G.prototype,{constructor:{configurable:!0,value:b(C,null).constructor},type:{configurable:!0,value:Un},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},__b:{configurable:!0,value:1}}),Vn(`__b`,function(e,t){if(Hn(),Ln=void 0,typeof t.type==`string`){var n,r=t.props;for(var i in r)if(i!==`children`){var a=r[i];a instanceof G&&(n||(t.__np=n={}),n[i]=a,r[i]=a.peek())}}e(t)}),Vn(`__r`,function(e,t){if(e(t),t.type!==C){Hn();var n,r=t.__c;r&&(r.__$f&=-2,(n=r.__$u)===void 0&&(r.__$u=n=function(e,t){var n;return Fn(function(){n=this},{name:t}),n.c=e,n}(function(e){return function(){var t;zn&&((t=this.y)==null||t.call(this)),e.__$f|=1,e.setState({})}}(r),typeof t.type==`function`?t.type.displayName||t.type.name:``))),Ln=r,Hn(n)}}),Vn(`__e`,function(e,t,n,r){Hn(),Ln=void 0,e(t,n,r)}),Vn(`diffed`,function(e,t){Hn(),Ln=void 0;var n;if(typeof t.type==`string`&&(n=t.__e)){var r=t.__np,i=t.props,a=n.U;if(a)for(var o in a){var s=a[o];s===void 0||r&&o in r||(s.d(),a[o]=void 0)}if(r)for(var c in a||(a={},n.U=a),r){var l=a[c],u=r[c];l===void 0?(l=Wn(n,c,u,i),a[c]=l):l.o(u,i)}}e(t)});function Wn(e,t,n,r){var i=t in e&&e.ownerSVGElement===void 0,a=K(n);return{o:function(e,t){a.value=e,r=t},d:Fn(function(){this.N=Yn;var n=a.value.value;r[t]!==n&&(r[t]=n,i?e[t]=n:n!=null&&(!1!==n||t[4]===`-`)?e.setAttribute(t,n):e.removeAttribute(t))})}}Vn(`unmount`,function(e,t){if(typeof t.type==`string`){var n=t.__e;if(n){var r=n.U;if(r)for(var i in n.U=void 0,r){var a=r[i];a&&a.d()}}var o=t.__np;if(o){var s=t.props;for(var c in o)s[c]=o[c]}t.__np=void 0}else{var l=t.__c;if(l){l.__$f|=8;var u=l.__$u;u&&(l.__$u=void 0,u.d())}}e(t)}),Vn(`__h`,function(e,t,n,r){r<3&&(t.__$f|=2),e(t,n,r)}),w.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;var n=this.__$u,r=n&&n.s!==void 0;for(var i in t)return!0;if(this.__f||typeof this.u==`boolean`&&!0===this.u){var a=2&this.__$f;if(!(r||a||4&this.__$f)||1&this.__$f)return!0}else if(!(r||4&this.__$f)||3&this.__$f)return!0;for(var o in e)if(o!==`__source`&&e[o]!==this.props[o])return!0;for(var s in this.props)if(!(s in e))return!0;return!1};function Gn(e,t){return Me(function(){return K(e,t)},[])}function Kn(e,t){var n=I(e);return n.current=e,Ln.__$f|=4,Me(function(){return An(function(){return n.current()},t)},[])}var qn=function(e){queueMicrotask(function(){queueMicrotask(e)})};function Jn(){gn(function(){for(var e;e=Bn.shift();)In.call(e)})}function Yn(){Bn.push(this)===1&&(e.requestAnimationFrame||qn)(Jn)}var Xn=K(!0),Zn=K(!1),Qn=K(``),$n={accountRole:`role`,body:`opening`,carriedOver:`not confirmed since renewal`,claimsMade:`claims-made form`,coinsurancePercent:`coinsurance, percent`,coverageFormType:`coverage form`,coverageTypeIds:`coverages`,expiresOn:`last day`,externalId:`key in other systems`,gapDays:`days without cover`,insuranceContactCCIds:`contacts in copy`,insuranceContactsCC:`contacts in copy`,insuranceContactIds:`insurance contacts`,insuredIds:`named insureds`,managementType:`follow-up`,mortgageeClauseIds:`mortgagee clauses`,naicCode:`NAIC number`,amBestRating:`A.M. Best rating`,noticeDays:`days of notice`,perilsByAsset:`perils by asset`,riskProfileId:`risk profile`,statedValues:`statement of values`,url:`address`,versionNumber:`version`,waiverId:`exception`},er=e=>$n[e]??e.replace(/Ids?$/,``).replace(/([a-z])([A-Z])/g,`$1 $2`).toLowerCase(),tr={...Dt,...kt,...Nt,...Bt,...Ht,...zt,...It},nr=e=>(tr[String(e)]??String(e)).toLowerCase(),rr={status:tr,statusBeforeHold:tr,state:tr,stateBeforeHold:tr,verdict:St,codes:Tt,carriedOver:en,clauseType:Jt,coverageFormType:qt,coverageLayer:Gt,kind:Kt,limitBasis:Yt,managementType:At,of:tn,placement:nn,reason:{...Ot,...Vt},step:Ft,type:jt,valuation:$t};function ir(e,t,n){if(e==null||e===``||Array.isArray(e)&&e.length===0)return`nothing`;if(Array.isArray(e))return e.map(e=>ir(e,t,n)).join(e.every(e=>typeof e==`string`)?`, `:`; `);if(typeof e==`boolean`)return e?`yes`:`no`;if(typeof e==`number`)return e.toLocaleString(`en-US`);if(typeof e==`string`)return ar(e,t,n);let r=e;return typeof r.amount==`string`&&typeof r.currency==`string`?pt(r):Object.entries(r).filter(([,e])=>e!==null).map(([e,t])=>`${er(e)} ${ir(t,e,n)}`).join(`, `)}function ar(e,t,n){return/^\d{4}-\d{2}-\d{2}(T00:00:00(\.000)?Z)?$/.test(e)?gt(e):/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(e)?_t(e):rr[t]?.[e]??(/^[0-9a-f-]{36}$/.test(e)?n(e):e)}var or=e=>e.replace(/`([^`]+)`/g,(e,t,n)=>{if(!/^[A-Za-z][\w.[\]]*$/.test(t))return t;let r=sr(t.replace(/\[(\d+)\]/g,`/$1`).replaceAll(`.`,`/`));return n===0?r.charAt(0).toUpperCase()+r.slice(1):r}),sr=e=>e.replace(/^\/variables\/input(?=\/|$)/,``).split(`/`).filter(e=>e!==``).map(e=>/^\d+$/.test(e)?String(Number(e)+1):/^[A-Za-z]+$/.test(e)?er(e):e).join(` `);function cr({query:e}){if(e.data===void 0)return null;let t=vt(e.since);return e.stale?H(`span`,{class:`since warn`,role:`status`,children:[`Shown as of `,t,`; `,Xn.value?`reading it again failed: ${e.error?.message??``}`:`connection lost`,` `,H(`button`,{type:`button`,onClick:()=>void e.reload(),disabled:e.loading,children:`Try again`})]}):H(`span`,{class:`since quiet`,children:[`As of `,t]})}var lr={network:`Check your connection. The page tries again automatically.`,not_found:`It does not exist in this portfolio. Check the address, or look it up in the other portfolios.`,rate_limited:`There were too many requests. Wait a minute, then try again.`,overloaded:`The server is busy. Wait a little, then try again.`,unavailable:`The server cannot reach its database. Wait a little, then try again.`};function ur({refusal:e,retry:t}){return H(`div`,{class:`problem`,role:`alert`,children:[H(`p`,{children:[H(`strong`,{children:e.message}),` `,lr[e.code]]}),H(dr,{refusal:e}),t&&H(`button`,{type:`button`,onClick:t,children:`Try again`}),e.requestId&&H(`p`,{class:`quiet`,children:[`Quote this when you ask for help: `,H(`code`,{children:e.requestId})]})]})}function dr({refusal:e}){return e.violations.every(({message:t})=>t===e.message)?null:H(`ul`,{children:e.violations.map(({pointer:e,message:t})=>H(`li`,{children:[t,` `,H(`span`,{class:`quiet`,children:sr(e)})]},e+t))})}var fr=`/console`,pr=(e,t=!1)=>{t?location.replace(e):location.assign(e)};function mr(e){pr=e}function q(...e){let t=e.filter(e=>typeof e==`string`).map(e=>`/${encodeURIComponent(e)}`),n=e.find(e=>typeof e==`object`);return fr+t.join(``)+wr(new URLSearchParams,n??{})}function hr(e,t=!1){pr(e,t)}var gr=K(``);function _r(){gr.value=location.href}function vr(){return gr.value,new URLSearchParams(location.search)}function yr(e){return vr().get(e)??``}function br(e){return yr(e).split(`,`).filter(Boolean)}function xr(e,t={}){hr(location.pathname+wr(new URLSearchParams(location.search),e),!t.push)}function Sr(e){return location.pathname+wr(vr(),e)}function Cr(){gr.value;let[,e]=/^\/console\/([^/]+)/.exec(location.pathname)??[];return e&&e!==`look-up`?decodeURIComponent(e):void 0}function wr(e,t){for(let[n,r]of Object.entries(t)){let t=Array.isArray(r)?r.join(`,`):r==null?``:String(r);t===``?e.delete(n):e.set(n,t)}let n=e.toString().replaceAll(`%2C`,`,`).replaceAll(`%5B`,`[`).replaceAll(`%5D`,`]`);return n&&`?${n}`}var Tr=class extends Error{code;requestId;violations;status;retryAfter=0;constructor(e,t,n,r=``,i=[]){super(n),this.name=`Refusal`,this.status=e,this.code=t,this.requestId=r,this.violations=i}};function Er(e){return{"Content-Type":`application/json`,"X-Console":`1`,...e.portfolio&&{"X-Portfolio":e.portfolio},...e.idempotencyKey&&{"Idempotency-Key":e.idempotencyKey}}}function Dr(e,t){return{documentId:e.__meta__?.hash,variables:t}}async function Or(e,t,n={}){let r=await kr(`/graphql`,{method:`POST`,headers:{...Er(n),Accept:`application/graphql-response+json`},body:JSON.stringify(Dr(e,t)),...n.signal&&{signal:n.signal}}),i=await Ar(r),a=Mr(r,i);if(a)throw a;return i.data}async function kr(e,t){try{let n=await fetch(e,t);return Xn.value=!0,n}catch(e){throw t.signal?.aborted?e:(Xn.value=!1,new Tr(0,`network`,`The server cannot be reached.`))}}async function Ar(e){try{return await e.json()}catch{return}}var jr=({pointer:e,message:t})=>({pointer:e,message:or(t)});function Mr(e,t){let n=e.headers.get(`X-Request-Id`)??``,r=t?.errors?.[0],i=r?.extensions?.code??(e.ok&&t?.data?``:`unreadable`);if(e.status===401&&(Zn.value||(Qn.value=r?.message??``),Zn.value=!0),!i)return;let a=t?.errors?.flatMap(e=>e.extensions?.errors??[]).map(jr)??[],o=r?or(r.message):`The server answered ${e.status} and nothing that can be read.`,s=new Tr(e.status,i,o,r?.extensions?.requestId??n,a);return s.retryAfter=Number(e.headers.get(`Retry-After`)??0),s}var Nr=3e4,Pr=5e3;function J(e){return e instanceof Tr?e:new Tr(0,`page`,`The page could not read the answer: ${String(e)}`)}function Fr(e,t,n=Cr()){let r=JSON.stringify([e.__meta__?.hash,t,n]),[i,a]=P({loading:!0,since:new Date}),o=I(void 0);async function s(){o.current?.abort();let i=o.current=new AbortController;a(e=>({...e,loading:!0}));try{let o=await Or(e,t,{portfolio:n,signal:i.signal});i.signal.aborted||a({data:o,key:r,loading:!1,since:new Date})}catch(e){i.signal.aborted||a(t=>Ir(t,r,J(e)))}}F(()=>(s(),()=>o.current?.abort()),[r]),Lr(r,i,()=>void s());let{key:c,...l}=i;return{...l,stale:i.error!==void 0&&i.data!==void 0,reload:s}}function Ir({data:e,key:t,since:n},r,i){return{...e!==void 0&&t===r&&{data:e,key:t},since:n,error:i,loading:!1}}function Lr(e,t,n){let r=Rr(t.error);F(()=>{if(r===void 0||t.loading)return;let e=setTimeout(n,r);return addEventListener(`online`,n),()=>{clearTimeout(e),removeEventListener(`online`,n)}},[e,r,t.loading]),F(()=>{let e=()=>{!document.hidden&&Date.now()-t.since.getTime()>Nr&&n()};return document.addEventListener(`visibilitychange`,e),()=>document.removeEventListener(`visibilitychange`,e)},[e,t.since])}function Rr(e){return e?.code===`network`||e?.status===503?Pr:e?.status===401&&!Zn.value?0:void 0}function zr(e,t=Cr()){let[n,r]=P({busy:!1}),i=I(void 0);async function a(n){let a=JSON.stringify(n);i.current?.variables!==a&&(i.current={variables:a,key:crypto.randomUUID()}),r({busy:!0});try{let a=await Or(e,n,{portfolio:t,idempotencyKey:i.current.key});return i.current=void 0,r({busy:!1}),a}catch(e){let t=J(e);throw t.status>0&&t.status<500&&(i.current=void 0),r({busy:!1,error:t}),t}}return{...n,write:a,clear:()=>r({busy:!1})}}var Br=e=>e.replace(/[\s,$]/g,``);function Vr(e,t=`USD`){let n=Br(e);return n?{amount:n,currency:t}:void 0}var Hr=e=>e?new Intl.NumberFormat(`en-US`,{maximumFractionDigits:4}).format(e.amount):``;function Ur(e){let t=e.map(({pointer:e,message:t})=>({pointer:e.replace(/^\/variables\/input(?=\/|$)/,``),message:t})),n=new Set;return Object.assign(e=>{let r=t.filter(t=>t.pointer===e),i=r.length>0?r:t.filter(t=>t.pointer.startsWith(`${e}/`)).slice(0,1);for(let{message:e}of i)n.add(e);return i.length>0?[...new Set(i.map(({message:e})=>e))].join(` `):void 0},{shown:n})}function Wr(e,t){let{status:n,code:r,message:i,requestId:a,violations:o}=e;return new Tr(n,r,i,a,o.map(e=>({...e,pointer:`/${t}`})))}function Gr(e){return t=>e.find(({pointer:e})=>e.split(`/`).includes(t))?.message}function Kr(e){let t=I(null),[n,r]=P(!1),[i,a]=P();F(()=>{let e=document.activeElement;return t.current?.showModal(),()=>e?.focus()},[]),F(()=>t.current?.querySelector(`[aria-invalid]`)?.focus(),[i]);async function o(t){t.preventDefault(),r(!0),a(void 0);try{await e.onConfirm(),e.onClose()}catch(e){a(J(e)),r(!1)}}return H(`dialog`,{ref:t,onClose:e.onClose,"aria-label":e.title,children:H(`form`,{method:`dialog`,onSubmit:e=>void o(e),children:[H(`h2`,{children:e.title}),H(`div`,{class:`what`,children:e.what}),e.children?.(Gr(i?.violations??[]),Ur(i?.violations??[])),i&&H(ur,{refusal:i}),H(`div`,{class:`actions`,children:[H(`button`,{type:`button`,onClick:e.onClose,children:`Back`}),H(`button`,{type:`submit`,class:e.danger?`danger`:`primary`,disabled:n,children:n?`Working…`:e.action})]})]})})}function qr({label:e,hint:t,error:n,children:r}){let i=Pe(),a=[t&&`${i}-hint`,n&&`${i}-error`].filter(Boolean).join(` `);return H(`div`,{class:`field`,children:[H(`label`,{for:i,children:e}),x(r,{id:i,...a&&{"aria-describedby":a},...n&&{"aria-invalid":!0}}),t&&H(`p`,{class:`hint`,id:`${i}-hint`,children:t}),n&&H(`p`,{class:`error`,id:`${i}-error`,role:`alert`,children:n})]})}function Jr(e){return H(`div`,{class:`scroll`,...!e.onOpen&&{tabIndex:0,role:`region`,"aria-label":e.caption},children:H(`table`,{class:e.dense?`dense`:void 0,children:[H(`caption`,{class:`hidden`,children:e.caption}),H(`thead`,{children:H(`tr`,{children:e.columns.map(t=>H(Yr,{column:t,sort:e.sort,onSort:e.onSort},t.key))})}),H(`tbody`,{onKeyDown:e.onOpen&&Qr,children:e.rows.map((t,n)=>H(Xr,{row:t,first:n===0,props:e},e.rowKey(t)))})]})})}function Yr({column:e,sort:t,onSort:n}){let r=e.numeric?`number`:void 0;if(!e.sorts||!n)return H(`th`,{scope:`col`,class:r,children:e.title});let[i,a]=e.sorts,o=t===i?`ascending`:t===a?`descending`:`none`;return H(`th`,{scope:`col`,class:r,"aria-sort":o,children:H(`button`,{type:`button`,class:`sort`,onClick:()=>n(t===i?a:i),children:[e.title,` `,H(`span`,{"aria-hidden":`true`,children:o===`ascending`?`▲`:o===`descending`?`▼`:`↕`})]})})}function Xr({row:e,first:t,props:n}){let{columns:r,onOpen:i}=n,a=n.current!==void 0&&n.current===n.rowKey(e);return H(`tr`,{...i&&{tabIndex:a||t&&n.current===void 0?0:-1,class:`opens`},"aria-current":a||void 0,onClick:t=>i&&!Zr(t)&&i(e),onKeyDown:t=>i&&t.key===`Enter`&&t.target===t.currentTarget&&i(e),children:r.map(t=>H(`td`,{class:t.numeric?`number`:void 0,children:t.cell(e)},t.key))})}function Zr(e){return!!e.target.closest(`a, button, input, select, label`)||String(getSelection())!==``}function Qr(e){let t=e.target.closest(`tr`),n=t?.parentElement?.children,r={ArrowDown:t?.nextElementSibling,ArrowUp:t?.previousElementSibling,Home:n?.[0],End:n?.[n.length-1]}[e.key];r instanceof HTMLElement&&(e.preventDefault(),r.focus())}var $r={deficient:`✕`,unknown:`?`,waived:`~`,compliant:`✓`,notApplicable:`–`};function ei({value:e}){return e?H(`span`,{class:`verdict ${e}`,title:V(Ct,e),children:[H(`span`,{"aria-hidden":`true`,children:$r[e]}),` `,V(St,e)]}):H(`span`,{class:`quiet`,children:`–`})}function ti({text:e,tone:t}){return H(`span`,{class:`status ${t??``}`,children:e})}function ni({value:e}){return e?H(`span`,{class:`money`,children:pt(e)}):H(`span`,{class:`quiet`,children:`–`})}function ri({value:e,distance:t}){if(!e)return H(`span`,{class:`quiet`,children:`–`});let n=xt(e);return H(`time`,{class:`day`,dateTime:e.slice(0,10),title:n,children:[gt(e),t&&H(`span`,{class:`quiet`,children:[` `,n]})]})}function ii({value:e}){return e?H(`time`,{class:`day`,dateTime:e,title:`${new Date(e).toISOString()} (UTC)`,children:_t(e)}):H(`span`,{class:`quiet`,children:`–`})}function Y({to:e,children:t,...n}){return H(`a`,{href:e,...n,children:t})}function ai(e){let t=t=>{let n=e.choices.map(e=>e.value).filter(n=>e.chosen.includes(n)&&n!==t);e.onChange(e.chosen.includes(t)?n:e.single?[t]:[...n,t])};return H(`div`,{class:`chips`,role:`group`,"aria-label":e.label,children:e.choices.map(({value:n,label:r,title:i})=>H(`button`,{type:`button`,class:`chip`,"aria-pressed":e.chosen.includes(n),title:i,onClick:()=>t(n),children:r},n))})}function oi({value:e,one:t,many:n=`${t}s`}){return H(`span`,{class:`total`,"data-total":e,"aria-live":`polite`,children:z(e,t,n)})}function si({what:e}){return H(`p`,{class:`loading`,role:`status`,children:e?`Reading ${e}…`:`Reading…`})}function ci({children:e}){return H(`p`,{class:`empty`,children:e})}var X=class extends String{__apiType;value;__meta__;constructor(e,t){super(e),this.value=e,this.__meta__=t}toString(){return this.value}};new X(`
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
    `,{fragmentName:`ExportLine`}),new X(`
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
    `,{fragmentName:`ImportLine`}),new X(`
    fragment VerdictShareParts on VerdictShare {
  verdict
  cases
  loanAmounts {
    amount
    currency
  }
}
    `,{fragmentName:`VerdictShareParts`}),new X(`
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
    `,{fragmentName:`CaseContact`}),new X(`
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
    `,{fragmentName:`LimitRow`}),new X(`
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
}`,{fragmentName:`CasePolicy`}),new X(`
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
    `,{fragmentName:`CaseDocument`}),new X(`
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
    `,{fragmentName:`CaseWaiver`}),new X(`
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
}`,{fragmentName:`CaseFacts`}),new X(`
    fragment LookedUpCase on Case {
  id
  displayName
  loanNumber
}
    `,{fragmentName:`LookedUpCase`}),new X(`
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
}`,{fragmentName:`LookedUpPolicy`}),new X(`
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
    `,{fragmentName:`LookedUpEvent`}),new X(`
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
    `,{fragmentName:`LookedUpDelivery`}),new X(`
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
}`,{fragmentName:`LookedUp`}),new X(`
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
    `,{fragmentName:`Tried`}),new X(`
    fragment PolicyCancellation on Cancellation {
  termNumber
  effectiveDate
  reason
  reinstatedOn
  recordedAt
}
    `,{fragmentName:`PolicyCancellation`}),new X(`
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
    `,{fragmentName:`ProfileParts`}),new X(`
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
    `,{fragmentName:`TriedDemand`});var li={__meta__:{hash:`sha256:b27ed68643a57c4c13cb16ef8747ca566f0d30cf1eaa398b8f8aec66c65dd707`}},ui={__meta__:{hash:`sha256:9e7d56a7d00f68b51f6c8adcef622020ffe7f1cd039c62341153c86bfeb52248`}},di={__meta__:{hash:`sha256:3f84cd9248f43d507d5c8ee8c1516107a8274a6cc3a97f8eb6606c5bc8a3bcaa`}},fi={__meta__:{hash:`sha256:9df2040c1dc86a809bc5f12a1a13222d7e45793b40cce10b12647b748bd61a73`}},pi={__meta__:{hash:`sha256:fa7cabb524fdbcefd4ef581c5e62511c8f54c9ceddccf45a98670c789081461b`}},mi={__meta__:{hash:`sha256:2a12c7e1eb1c75cab2e5a470d2d3873c3de3c056cc6613462ee362c8e9d1e142`}},hi={__meta__:{hash:`sha256:08ae0592284b541cf6a3d9b839ee5aa8192e81965c7c2096656b0c4965fda40d`}},gi={__meta__:{hash:`sha256:11735e0f0e25c109ca4f71d496f8a90ed76176bf91a21bfcc0912958e10b43d1`}},_i={__meta__:{hash:`sha256:45fe290a58cb4f1ba39aa06b75a82bbd692951dfe385606550b00fb8dc7649de`}},vi={__meta__:{hash:`sha256:7591f45ca2f3ddbd709cf97dd1f8756869a015220f9303f476f5cb66ceefbe98`}},yi={__meta__:{hash:`sha256:95f6d4a1f636ccf7ed8b9111d57c00dc621f483d81637e559d101fb3a0d8bcc3`}},bi={__meta__:{hash:`sha256:cb93b9b760df69aac77a67f8417c845cd503db10994cfbffd9fbabebc3fd3db7`}},xi={__meta__:{hash:`sha256:eba9b036a588d416fc81d0c92b0460e5cea2c0f2b213be361233ccf710b9373a`}},Si={__meta__:{hash:`sha256:cd427024d3d62be9bb79cfc0dd6a87b971889288b2635c769df84a51a412d2cb`}},Ci={__meta__:{hash:`sha256:1930d917ac64b6e6dd1d22a46ad374e7d26a4f2cf3972fd457af0c412539d94e`}},wi={__meta__:{hash:`sha256:4a87726d56ff36a7a40d7d0dc30cc4d9a499ca8f6dc26c9bcf6cd3c12d6e9516`}},Ti={__meta__:{hash:`sha256:35cca19ae3e29749e7221ac927288432a1490ea53af55d3106251350037f0d7c`}},Ei={__meta__:{hash:`sha256:2107d0699efc5db7617933f9e7f3a31eed5991720236bcf07b4c287a36fa6fe3`}},Di={__meta__:{hash:`sha256:d4a208668011bbe6c0075ffa5d4de7474989c404e76d12ed450c3e5b9c7737ff`}},Oi={__meta__:{hash:`sha256:2827daa9a3acdaa534bbe20ed976a60da0d6df3edc7045cefff8aa47d800c14e`}},ki={__meta__:{hash:`sha256:be5f8b2f815eac6be121b7d47d9cb31c6c376c49817dc0f2fe719920dce25a16`}},Ai={__meta__:{hash:`sha256:8298acacacff07f07db7da01b46cd20c559149a8c447fdbba204fd737ff2c878`}},ji={__meta__:{hash:`sha256:ec5d9296b42b3050055c47467bf278a0e09f7f99536525bb7074312c434cc46b`}},Mi={__meta__:{hash:`sha256:33e3ec256a5dd38b584607c2acf01e98503fe32a195ae93b2d3f601e52617c60`}},Ni={__meta__:{hash:`sha256:5621e28796c93dd9ac52aa79b0c9cb33dc38a7c54c30ff212293469a52c97c72`}},Pi={__meta__:{hash:`sha256:a9e3fc4ad2b7593d2def94100fa2dc9dde649b487296924b94efe6d99d9921d0`}},Fi={__meta__:{hash:`sha256:8ce59ecd24600cd65c88c1b062f80310d77f5407ecaea67b712b79c67b773dc4`}},Ii={__meta__:{hash:`sha256:af49cba0c08392d07d3e04da975ae6938c2cd37a0830a9d18671c51c111d8f35`}},Li={__meta__:{hash:`sha256:56a489bfc52813929958ec97555b3b1b62c95503816f0973c2b8b602bd717f5e`}},Ri={__meta__:{hash:`sha256:6dc16d90310b5184e175a648a3eca3d8f06bf51ec5a5ad5ade375d10baf6c790`}},zi={__meta__:{hash:`sha256:8cc3191d3a9fce5d104a005aa8ba0214f305f73528b1375dd3062e1c20461270`}},Bi={__meta__:{hash:`sha256:9bd13f2134e2cff5bc020ab9958e49c3a146a7889c2c4bc73ba7fa092d0692e3`}},Vi={__meta__:{hash:`sha256:1d6dd80f23eb642781b8a82ab5286eeade7bb89ec91a0097231c3216c0562590`}},Hi={__meta__:{hash:`sha256:d989441d24f28d0764cb3919221f1bc615096d0759f43dd674daa39304addeea`}},Ui={__meta__:{hash:`sha256:b4e841ea963232afc92823661930823a87155ff51d7886b1fecb5476342c7737`}},Wi={__meta__:{hash:`sha256:8a570f4efcc0bc0c548c4aa96fed94a17ed731d79862a80240d4ae0fad5e45b0`}},Gi={__meta__:{hash:`sha256:118a455deea22644b100d52760230e0a38ff8fafd990232d63330ad60c3d153b`}},Ki={__meta__:{hash:`sha256:e3ac1ea2484f845563f1c48de388c264aab65bb76702c46c8b204ecc543190ea`}},qi={__meta__:{hash:`sha256:3f5e66def84113f33080f38c4be80942d6168db476b90defd02c6e7c9f18fa72`}},Ji={__meta__:{hash:`sha256:4f26e804910bbd02f77f8718ba22ca4e9f375da64845c1556f0ec90f8f4bdb90`}},Yi={__meta__:{hash:`sha256:c5ea68cde79f5328eb37d07dac8f4e4c5b6be0a1778cf18a6dbea22c8e4824fa`}},Xi={__meta__:{hash:`sha256:ab0c96e9bf508fd9392ad42877944c4b732d220612cbd04a2a6086d3c7b954e1`}},Zi={__meta__:{hash:`sha256:92685b68e412dbb2cbc5ce273ea86ec8e05e19065869640e8c4da08db52dd2dd`}},Qi={__meta__:{hash:`sha256:84524021cd85cab5bd04288bf4185d3b1b0cb52f239c7db1794ca7bd1f32b143`}},$i={__meta__:{hash:`sha256:73dcdca8798553460df4409a936921e84685792a8f0182b0a7ce5c55b19a5087`}},ea={__meta__:{hash:`sha256:8a2ad99b028763c218a30d729b061dac867177484a8d19a41099ea43456f6b5b`}},ta={__meta__:{hash:`sha256:2de6e4c3d7fc7a9cf34a149b767aaca72fd951fa5008a245ebbbdf65c45feef7`}},na={__meta__:{hash:`sha256:507cd98b6ce2d6779a0ca02d7715d84bc38f9891779bffdf0abfa53aed8ada4c`}},ra={__meta__:{hash:`sha256:f8f4f6fbddc9528b68ff7d4115019e6ec4bab55cb73750f6d15ab7c27ea97b69`}},ia={__meta__:{hash:`sha256:a1349dab79c0e16697856ac83d1e9d4752cfa7debfb8c6f630756d55590f5a94`}},aa={__meta__:{hash:`sha256:53b753d229e19c7494cf9d6036081e1d953a3ab424da66f22badcf8eef45c09d`}},oa={__meta__:{hash:`sha256:5a7daad98249776dc854c7ef38a15aab05e7f6c148420923f27f3b50d24250f1`}},sa={__meta__:{hash:`sha256:c1787d81a77a96c555aa8f526e84263830c2040b5c5b0b2ac516d7ada699890f`}},ca={__meta__:{hash:`sha256:c7bc0a20bd41635946547f84e135b2bb182a421e11b604851708dd7a47d5e1e2`}},la={__meta__:{hash:`sha256:a52fa39ff4c7273925ad02acdf736e487ac15f546dfdfe2faee17e5dc63cb8e7`}},ua={__meta__:{hash:`sha256:d48b835b722e9ede34996a965b24555285b9226f1aeb5ad467747c8504dffce0`}},da={__meta__:{hash:`sha256:1532544467f249f99bda4df9a15a73243167ee1d652062dc659b4a97c40b44cf`}},fa={__meta__:{hash:`sha256:e47d16a2bb2d9b756fb7985c8107cd11bb41af8305711de0d597d965dd7b4926`}},pa={__meta__:{hash:`sha256:5a84d690e95195707d90ee973f09655614b31a920f187c59a29ed5bf19a131f1`}},ma={__meta__:{hash:`sha256:53940ffa55bcd42f1d5261a919ae9cde06cc907826ff9aae565ec1b42f9b45d6`}},ha={__meta__:{hash:`sha256:e93e0bdc9d06e0786454a0f1541b0c3c75d19385e3d8b4aabe543153d298de8a`}},ga={__meta__:{hash:`sha256:4af242e3cc20b5db94d87b30a56c673ca2ba3396debbf14891f0be0fab147efa`}},_a={__meta__:{hash:`sha256:23c1df7f47fb2f905fd1a78ce68ecf3f6b93c6692455b9c957cbf8bbf1bb1c50`}},va={__meta__:{hash:`sha256:5efaa47cefdb9cd16e33d63d29d5fec3f80b999f0e3e5112d4fff645db0adc02`}},ya={__meta__:{hash:`sha256:0f5b1d08eec52ec31d5dc4e738b8758567158a15553de317a2e705ef620e037d`}},ba={__meta__:{hash:`sha256:3abe3f5cf4ae29dcf972609bc1f1ac4a02477148e4dbccd0c87ee410112ffd3f`}},xa={__meta__:{hash:`sha256:8ff199988854946e7aff5a3eb21ceda34767b82099da34d7980487557bd8bb50`}},Sa={__meta__:{hash:`sha256:8e2e44875f45f608cf61fa1aed57b3cc7df13643fd96062e950def08baaaa259`}},Ca={__meta__:{hash:`sha256:723249628d22126becde8ce82c1583351271c1c53c6a9527fb125b41d61b663c`}},wa={__meta__:{hash:`sha256:f379974eee9c1c4782982ad5f86e8502c13cbb3102a29306c0a9d5d18d138e7f`}},Ta={__meta__:{hash:`sha256:88bb1c00e534465c6a79f12a0efee699ac8245cba340c37aaef0e81aa8892942`}},Ea={__meta__:{hash:`sha256:e8bf524dba7601dde2a01c83c52d09b314a0838ed23d6980d961e7683c56b0f6`}},Da={__meta__:{hash:`sha256:6b3dad3c7291c90f2772cfd6816a1a4dd614f17275332bd15c4484366a8243fc`}},Oa={__meta__:{hash:`sha256:58dff9ad4a7729ebe08d0bbac393f6405fcacfcc65fe17fef5ff88f49455fafc`}},ka={__meta__:{hash:`sha256:5134e43e84d45a1578ae2c1e3f60a0c90bfd48886306975d18cc5f3f5f3e6c11`}},Aa={__meta__:{hash:`sha256:38e4066e30bb28de3d445c1e4dd8315cd6a5d55bbb03af5cd0fd6382d783c1d7`}},ja={__meta__:{hash:`sha256:63ab28253bb2557d534d64524be81186d723117bd3ab28600e344b1070d867bf`}},Ma={__meta__:{hash:`sha256:6504850e7cd1cea1b104203339aeb56f088f356a3148b48fbf8de7cd848d9399`}},Na={__meta__:{hash:`sha256:d962f30615a53f3e74c74091e3824d080bd1eadb8b1a93a4680506f6a498edd3`}},Pa={__meta__:{hash:`sha256:c42a344d09f22df4ccee7d5345cc98723396d2acf8a89f056f7125ecc9b8bfec`}},Fa={__meta__:{hash:`sha256:fbaba73e543fc791d9cf0c34bd592fefc773b26468d720cf56e0225dfe4b6682`}},Ia={__meta__:{hash:`sha256:5e1c72b915e7e7f04875ad6657069db8c5c9c52f09f5a8633231ff079f50f73e`}},La={__meta__:{hash:`sha256:56143c50b9b9d7442f6d9509e9ebdd1549c030602609b71170ed6e801cdc574f`}},Ra={__meta__:{hash:`sha256:d23e3c79899daded2dcca6d08cd0115fada137f0e1aec8b164565f6da2e103a3`}},za={__meta__:{hash:`sha256:d642963c179b53c6706ee801a2b9e73e082df4e4bb142263203e47efe5e87250`}},Ba={__meta__:{hash:`sha256:7db38b2ff27206c4200659843d009ecf5df77c7a966b0a83a30cfc21629b8611`}},Va={__meta__:{hash:`sha256:18842c406ee147240134850e99adf25f74cc40d0005e63451e8ce9e438e2ff44`}},Ha={__meta__:{hash:`sha256:6d92e9034c7cb3bf630ed9c68524737861c72870fac122d9e9df6a1ecade406f`}},Ua={__meta__:{hash:`sha256:110bd1ae2a19418ceceb9233aa8081b37606de15d43fb9f002f08e2f46c06a83`}},Wa={__meta__:{hash:`sha256:21c39c868bf49215451e657109685093d8ed1012f273f679c8f8118fd66b114d`}},Ga={__meta__:{hash:`sha256:ec6c0177cd17d0dc96bbc13e39b0e276e96f5195a2645db8b7eb3d015a5c05ec`}},Ka={__meta__:{hash:`sha256:4e6e5afa2510a3238450b916b8cc2b8517cb59bdc33e000f08865327f1df4867`}},qa={__meta__:{hash:`sha256:45851eef4274ba25b4bc9a3733d26e35e30d7d8b7a27fc4dc37dd5a44af60354`}},Ja={__meta__:{hash:`sha256:c57d7a8b27df47960219c14ded216afef257bdc28926e2e3d41eddf4cbbf17b5`}},Ya={__meta__:{hash:`sha256:19b0112fefa1682812fe06b2fd97a7808b986751e73cc910b49f23b987a238b2`}},Xa={__meta__:{hash:`sha256:f7d0add3d77407c8f5a4f0db2c639e9011d42fc1af0b4e02925356bb11aef64b`}},Za={__meta__:{hash:`sha256:78accb0b3babc6b00160d791cf55dbbfaea12b760c1c63a795322505988f7514`}},Qa={__meta__:{hash:`sha256:e234509edd69e468fbb7d1d154572cf35cce5ea1477c18b22714683e37328e34`}},$a={__meta__:{hash:`sha256:3bcf273843d1d3ac570f3ef55495e46a31a84670543d1888c3b9c62d3e028529`}},eo={__meta__:{hash:`sha256:6d92e4602608f5843ea111cab28ecff9d097ea06d0b53cd4a2f1f84e538bee5b`}},to={__meta__:{hash:`sha256:6a880d53877d6915bdca497f856878e04ab8937195c9354de58ba927af6680c9`}},no={__meta__:{hash:`sha256:2599a804b4c694b98c1afed1167511bba987c2b73c2d58e17383177585a6e863`}},ro={__meta__:{hash:`sha256:5ea2ea09d1b4e72b1d94f3d04c180f03593ad02af9a00dcf910623ac3b9659a3`}},io={__meta__:{hash:`sha256:9ab78ba1381ece268258e1b5429bf64c3c45c166ddc712a5b8695a080f973144`}},ao={__meta__:{hash:`sha256:e1ca0d57f32e5049c320df78480569dab2024e03daee32773782b86b6d9949d5`}},oo={__meta__:{hash:`sha256:c3a3d7ffc7a6ba9cc4625f99bc42f521300915944af60fd42b49ade90e5c2121`}},so={__meta__:{hash:`sha256:8caa0e87b66b437c14772c570a483a3c69550b0d640db5bf52c0c6df87bc050a`}},co={__meta__:{hash:`sha256:bb83ae159e03c05ce98fefe57fb5117cde3a3ac066a0daa342a5eb63cf470565`}},lo={__meta__:{hash:`sha256:427339f0773db3d47a8121924ce4d3e1b495e6a53f629889ab94f1764b427d19`}},uo={__meta__:{hash:`sha256:148762bfacb79ea3ed65aaeb2559840d513244867e7a7e339b6f51071fe51a88`}},fo={__meta__:{hash:`sha256:866f1b6aa1db2c45c5ccc09365b162fcec66917de35c27ab074672f8a3ceca8c`}},po={__meta__:{hash:`sha256:9779f5306706bd9fe3fad7a8838c9a9236b0b7cd4c7bcdb0c9c92e71cbd7842f`}},mo={__meta__:{hash:`sha256:d6d6ddd45568efad36a22646e7737ad765ad4baf88c6def4feec8a3fdb4223e9`}},ho={__meta__:{hash:`sha256:8c4fc62654946ddba91d6fc05ea868294204625fcd6a4a04028c9ed2cb4b640d`}},go={__meta__:{hash:`sha256:ff1eea537a9f740d66b1ec7007a34cd86b13002911480b6fb3178d0175394115`}},_o={__meta__:{hash:`sha256:3c90600a06e6d4fd608395aca678a49e7eac4a9b06d0c6c11c277a61fd5a6569`}},vo={__meta__:{hash:`sha256:055dde87c4d8a658b53cf9fbf7babbd066e38afc80f08ae270fa0aa04e1498f9`}},yo={__meta__:{hash:`sha256:82865dc06589b7904cdd930683f48cad318a04d382dc0b15c3a80f5cb99bdec3`}},bo={__meta__:{hash:`sha256:f74eade243547855974e605e71475cffb4bef8552a83d41656355e26cbc6ebd7`}},xo={__meta__:{hash:`sha256:73983ca719c79c98eb975c6f01c47331b628d3845e52cee808ba6907030ad36b`}},So={__meta__:{hash:`sha256:8ef81742b762ae6a021b7038d38d04744dc7fc7f33f5e45d480b39a963b3e554`}},Co={__meta__:{hash:`sha256:092cf1e1889c42c17ac49438f2c514006ed4ad58ff1870f935b2be9afb6c3121`}},wo={__meta__:{hash:`sha256:9508233a22b6a1b1f72745c9ea4ef5b1b59c89dde24d178c8d8337cab2e7c3d2`}},To={__meta__:{hash:`sha256:1fc644db04efd610293586f14ec2e39d9c01baafb2ea21b0599df7b1ddb97121`}},Eo={__meta__:{hash:`sha256:b5bb127505b30d9c31bbb1157ab5314c31544341dd4eb4dca7f098e2477b9cce`}},Do={__meta__:{hash:`sha256:db967c895c1606a004068a4fada63c5bb4d7bd7508fb2de65d06c923f12cfe8c`}},Oo={__meta__:{hash:`sha256:c721c9cb141a7858af4cc5032691af6bb6a79153e18c5a5cc0ca37a29b4f0d48`}},ko={__meta__:{hash:`sha256:e572c23d65235ae46bede5765fcfc3208b867f55f2ec1c844864ec277eddd933`}},Ao={__meta__:{hash:`sha256:108a0b5a8d1a6335c8aa589729772460d6b0b26d168dffd67b53c66770ec2e00`}},jo={__meta__:{hash:`sha256:fde4e9a36c674c274fc1231b15c6e81d882c4f0fe554f6852172edec1a909ef9`}},Mo={__meta__:{hash:`sha256:99c1fbdf7be66f2f945ac7cc116ac2636d9ea7b6973328da50b7bcd15cddb4b0`}},No={__meta__:{hash:`sha256:5b8d7a90d52c5b887b1153f35641da491216a7dcd6d982d217f12826867e47c9`}},Po={__meta__:{hash:`sha256:8f21018d9984ce99349b6f4f75698128378f0081d7abdad41b8551c2bfd5e898`}},Fo={__meta__:{hash:`sha256:71e11f25c53f12edbd32fbeccd5500dec0d5a74f84d707e3c6f0f7d53966e62a`}},Io={__meta__:{hash:`sha256:26757d67d430a3173c163a4970331492270e98dff8b4b4adaee8bb935ce76ae0`}},Lo={__meta__:{hash:`sha256:43ebcc377880046a2a93da5bf3ab9954725792bb3d5638f2423ee1acb364ae13`}},Ro={__meta__:{hash:`sha256:d27e9f0e797dbef5abfc2aeee6331bb341408d3b294d779b1619a53688989d12`}},zo={__meta__:{hash:`sha256:a8314ce0acce6415399576f37db5a150ef27d9d8a6e36428ba49a1f5c7d426c6`}},Bo={__meta__:{hash:`sha256:ec474c7a3a06fcc7dcdd921ac5b17960de073d129b856e1a55187a20a84e0897`}},Vo={__meta__:{hash:`sha256:4bc74b1b0032938beea1d411fbefac128bd0ea8bd6ab984f502507b52fcefe5c`}},Ho={__meta__:{hash:`sha256:55e385215ffe74a1bb8a608c65162bb22e2857d46fb744a9a7d561f69c425604`}},Uo={__meta__:{hash:`sha256:d278023497d8eddeb0d587dc867d780365a95bf8edb4ae01d00453a25fe67220`}},Wo={__meta__:{hash:`sha256:bda4bff42832444f58fc06f93e56b4f3fac00445741debeddb360304518da4f2`}},Go={__meta__:{hash:`sha256:48e6d2cf34364f2d3b4ff53cefc6168e799fbff2dafdc676a1dee8dcd732c74c`}},Ko={__meta__:{hash:`sha256:fe2d725fc0fa035be9ac4123196ff5fc2f94384c46ca228b93e616f00102d233`}},qo={__meta__:{hash:`sha256:4580ca906a9cac5b327310375be97fc93917eda3534e206acebf48567ec5983a`}},Jo={__meta__:{hash:`sha256:7b99132f5e5c53f4f36a2983e423ab2d65866f05f2c72ca0a94105a2d8d930f9`}},Yo={__meta__:{hash:`sha256:cbe5ae96c760002bcc87beee1d15cb7800922399635302fab1a1ceaf18ca3a6b`}},Xo={__meta__:{hash:`sha256:8251f150cded1f572ab5a7e498259a4adc0cf969da0636d8dd041956da33134a`}},Zo={__meta__:{hash:`sha256:3ef1d4ddf6de67a521ca4ea6eee681a8387149a51d63e37267b90d2c0b062347`}},Qo=`draft `;function $o(){try{for(let e of Object.keys(localStorage))e.startsWith(`draft `)&&localStorage.removeItem(e)}catch{}}var es=K(null);async function ts(){es.value=(await Or(li,{})).viewer.portfolios}function ns(e){return`${e.lenderName}, ${V(dn,e.mode)}`}var rs=K(null),is=e=>rs.value?.permissions.includes(e)??!1,as=e=>is(e)&&!rs.value.readOnly,os=()=>as(`CHANGE_RECORDS`);async function ss(){let[e]=await Promise.all([Or(ui,{}),ts()]);rs.value=e.viewer}async function cs(e){let t=await kr(`/console/session`,{method:`POST`,headers:Er({}),body:JSON.stringify(e)});if(!t.ok)throw await ps(t);await ss(),Zn.value=!1}async function ls(){let e=await kr(`/console/session`,{headers:Er({})});if(!e.ok)throw await ps(e);return await e.json()}async function us(e){let t=location.pathname+location.search,n=JSON.stringify({...e&&{email:e},...t.length<=1e3&&{next:t}}),r=await kr(`/console/signin`,{method:`POST`,headers:Er({}),body:n});if(!r.ok)throw await ps(r);return(await r.json()).address}var ds=K(null);async function fs(){let e=await kr(`/console/session`,{method:`DELETE`,headers:Er({})});if(!e.ok&&e.status!==401)throw await ps(e);if($o(),ds.value=null,e.status===200){let{provider:t,address:n}=await e.json();t&&n&&(ds.value={provider:t,address:n})}rs.value=null}async function ps(e){let t=await e.json().catch(()=>({})),n=t.requestId??e.headers.get(`X-Request-Id`)??``,r=t.detail??t.title??`The server answered ${e.status}.`;return new Tr(e.status,t.code??`unreadable`,r,n,t.errors??[])}function ms(e){F(()=>{document.title=e?`${e} · covertrack`:`covertrack`},[e])}var hs=e=>`/docs/guide/${e}`;function gs({portfolio:e}){return H(`section`,{class:`card begin`,"aria-labelledby":`begin`,children:[H(`h2`,{id:`begin`,children:e?`${ns(e)}: no cases yet`:`No cases yet`}),H(`p`,{children:`Cases and policies come in through the API; this page shows them as they come. To begin:`}),H(`ol`,{children:[H(`li`,{children:[H(`strong`,{children:`Get a token`}),` of this portfolio: `,H(`code`,{children:[`covertrack token create --org … --mode `,e?.mode??`test`]}),`.`]}),H(`li`,{children:[H(`strong`,{children:`Say what is required:`}),` publish a `,H(`a`,{href:hs(`compliance`),children:`risk profile`}),`. Without one a case has no verdict.`]}),H(`li`,{children:[H(`strong`,{children:`Add a case`}),` with its assets and policies by `,H(`a`,{href:hs(`rest`),children:`REST`}),`, or`,` `,H(`a`,{href:hs(`importing`),children:`import your book`}),`.`]})]}),H(`p`,{children:[`Concepts and all else are in the `,H(`a`,{href:`/docs/guide`,children:`guide`}),`.`,e?.mode===`live`&&` Try it in the test portfolio first: nothing there writes to a person.`]})]})}var _s=Object.keys(kt).filter(e=>e!==`deactivated`),vs=Object.keys(Dt).filter(e=>e!==`DRAFT`&&e!==`closed`&&e!==`onHold`);function Z(e,t){let{verdict:n,code:r,coverageType:i,profile:a}=t;return q(e,`cases`,{verdict:n,code:r,coverageType:i,hasRiskProfile:a,statusWithoutHold:a===!1?void 0:vs})}function ys(e,{from:t,to:n}){return q(e,`policies`,{"endDate[gte]":t===void 0?void 0:B(t),"endDate[lt]":n===void 0?void 0:B(n),status:_s,sort:`endDate`})}function bs(e,{from:t,to:n},r){return q(e,`tasks`,{whose:`all`,type:r,state:Pt,"due[gte]":t===void 0?void 0:B(t),"due[lt]":n===void 0?void 0:B(n)})}function xs(e){return q(e,`deliveries`,{tab:`notices`,state:`failed`})}function Ss({from:e,to:t}){return{...e!==void 0&&{gte:B(e)},...t!==void 0&&{lt:B(t)}}}function Cs({values:e,to:t,of:n}){return e.length===0?H(`span`,{class:`quiet`,children:`$0`}):H(Y,{to:t,class:`count`,"aria-label":`Loans of ${n}: ${e.map(pt).join(` and `)}`,children:H(ws,{values:e})})}function ws({values:e}){return e.length===0?H(C,{children:`$0`}):H(C,{children:e.map((e,t)=>H(`span`,{class:`nowrap`,children:[t>0&&` + `,H(ni,{value:e})]},e.currency))})}function Q({value:e,to:t,of:n}){return e===0?H(`span`,{class:`quiet`,children:`0`}):H(Y,{to:t,class:`count`,"aria-label":`${n}: ${ht(e)}`,children:ht(e)})}function Ts({part:e,whole:t,tone:n}){return H(`span`,{class:`share`,"aria-hidden":`true`,children:H(`span`,{class:n,style:{width:`${t>0?100*e/t:0}%`}})})}function Es(e){let{data:t,error:n,reload:r}=e.query;return H(`section`,{class:`card at-${e.area}`,"aria-label":e.title,children:[H(`header`,{children:[H(`h2`,{children:e.title}),e.aside]}),t===void 0&&!n&&H(si,{what:e.what}),t===void 0&&n&&H(ur,{refusal:n,retry:()=>void r()}),t!==void 0&&e.children(t)]})}var Ds=e=>`${gt(e.from)} to ${gt(e.last)}`;function Os({weeks:e}){let t=I(null),[n,r]=P();return F(()=>{let n,i=!1;return R(async()=>{let{draw:e}=await import(`./bars-BKKqtwAT.js`);return{draw:e}},[]).then(({draw:a})=>{!i&&t.current&&(n=a(t.current,e,{point:r,open:e=>hr(e.to)}))}),()=>{i=!0,n?.()}},[JSON.stringify(e)]),H(C,{children:[H(`div`,{class:`bars`,ref:t,"aria-hidden":`true`}),H(`p`,{class:`quiet pointed`,"aria-hidden":`true`,children:n?`${Ds(n)}: ${z(n.total,`policy ends`,`policies end`)}`:`A bar a week, from today on`}),H(`details`,{children:[H(`summary`,{children:`The weeks as a table`}),H(`div`,{class:`scroll`,children:H(`table`,{class:`dense`,children:[H(`thead`,{children:H(`tr`,{children:[H(`th`,{scope:`col`,children:`Week`}),H(`th`,{scope:`col`,class:`number`,children:`Policies that end`})]})}),H(`tbody`,{children:e.map(e=>H(`tr`,{children:[H(`th`,{scope:`row`,children:Ds(e)}),H(`td`,{class:`number`,children:H(Q,{value:e.total,to:e.to,of:`policies that end from ${Ds(e)}`})})]},e.from))})]})})]})]})}var ks=_s,As=13;function js(){return Fr(Qi,{status:ks,d0:B(),d15:B(15),d30:B(30),d60:B(60),d90:B(90)})}function Ms(){let e=Array.from({length:14},(e,t)=>[`d${t}`,B(7*t)]);return Fr($i,{status:ks,...Object.fromEntries(e)})}function Ns({portfolio:e,ending:t,weekly:n}){return H(Es,{title:`Policies that end next`,area:`ending`,what:`what ends next`,query:t,children:t=>H(C,{children:[H(Ps,{portfolio:e,data:t}),n.data&&H(Os,{weeks:Fs(e,n.data)})]})})}function Ps({portfolio:e,data:t}){return H(`ul`,{class:`tiles`,children:[[{days:15,total:t.in15.pageInfo.total},{days:30,total:t.in30.pageInfo.total},{days:60,total:t.in60.pageInfo.total},{days:90,total:t.in90.pageInfo.total}].map(({days:t,total:n})=>H(`li`,{children:[H(Q,{value:n,to:ys(e,{from:0,to:t}),of:`policies that end within ${t} days`}),H(`span`,{class:`quiet`,children:[`within `,t,` days`]})]},t)),H(`li`,{class:`over`,children:[H(Q,{value:t.ended.pageInfo.total,to:ys(e,{to:0}),of:`policies that ended, non-renewed`}),H(`span`,{class:`quiet`,children:`ended, non-renewed`})]})]})}function Fs(e,t){return Array.from({length:As},(n,r)=>{let i={from:7*r,to:7*r+7},a=t[`w${r}`].pageInfo.total;return{from:B(i.from),last:B(i.to-1),total:a,to:ys(e,i)}})}function Is({portfolio:e,ending:t}){return H(Es,{title:`First to end`,area:`next`,what:`what ends first`,query:t,aside:H(Y,{to:ys(e,{from:0}),children:`All, by end date`}),children:({next:t})=>t.nodes.length===0?H(ci,{children:`No policy ends from today on.`}):H(Ls,{portfolio:e,policies:t.nodes})})}function Ls({portfolio:e,policies:t}){return H(`div`,{class:`scroll`,children:H(`table`,{class:`dense`,children:[H(`thead`,{children:H(`tr`,{children:[H(`th`,{scope:`col`,children:`Ends`}),H(`th`,{scope:`col`,children:`Policy`}),H(`th`,{scope:`col`,children:`Case`}),H(`th`,{scope:`col`,class:`number`,children:`Loan`})]})}),H(`tbody`,{children:t.map(t=>H(`tr`,{children:[H(`td`,{children:H(ri,{value:t.endDate})}),H(`td`,{children:H(Y,{to:q(e,`policies`,t.id),title:`${t.policyNumber??`No number`}, ends ${gt(t.endDate)}`,children:t.displayName})}),H(`td`,{class:`nowrap`,children:H(Y,{to:q(e,`cases`,t.case.id),children:t.case.displayName})}),H(`td`,{class:`number`,children:H(ni,{value:t.case.loanAmount})})]},t.id))})]})})}function Rs({portfolio:e,query:t}){let n=t.data?.renewalNotices.pageInfo.total??0;return H(Es,{title:`Failed notices`,area:`failed`,what:`failed notices`,query:t,aside:n>0&&H(`span`,{class:`bad`,children:H(Q,{value:n,to:xs(e),of:`failed notices`})}),children:({renewalNotices:t})=>t.nodes.length===0?H(ci,{children:`Every notice reached somebody.`}):H(zs,{portfolio:e,notices:t.nodes})})}function zs({portfolio:e,notices:t}){return H(`ul`,{class:`lines`,children:t.map(t=>H(`li`,{children:[V(Ft,t.step),` `,t.policy&&H(C,{children:[`for `,H(Y,{to:q(e,`policies`,t.policy.id),children:t.policy.displayName}),` `]}),`of`,` `,H(Y,{to:q(e,`cases`,t.case.id),children:t.case.displayName}),H(`span`,{class:`quiet`,children:[t.skipReason&&`: ${t.skipReason}`,` `,H(ii,{value:t.settledAt})]})]},t.id))})}function Bs(e){let[t=`0`,n=``]=e.split(`.`);return{digits:BigInt(t+n),places:n.length}}function Vs(e,t){let n=Bs(e),r=Bs(t),i=Math.max(n.places,r.places),a=({digits:e,places:t})=>e*10n**BigInt(i-t),o=a(n)+a(r),s=(o<0n?-o:o).toString().padStart(i+1,`0`),c=o<0n?`-`:``;return i===0?c+s:`${c}${s.slice(0,-i)}.${s.slice(-i)}`}function Hs(e){let t=new Map;for(let{amount:n,currency:r}of e)t.set(r,Vs(t.get(r)??`0`,n));return[...t].map(([e,t])=>({amount:t,currency:e})).sort(Us)}function Us(e,t){return e.currency===`USD`==(t.currency===`USD`)?e.currency<t.currency?-1:1:e.currency===`USD`?-1:1}function $(e){return Number(e.find(({currency:e})=>e===`USD`)?.amount??0)}var Ws=8;function Gs({portfolio:e,query:t}){return H(Es,{title:`Deficient by reason`,area:`reasons`,what:`the reasons`,query:t,children:({complianceSummary:t})=>H(Js,{caption:`Reason`,reasons:t.byCode.flatMap(({code:t,byVerdict:n})=>qs(n,V(Tt,t),Z(e,{verdict:`deficient`,code:t})))})})}function Ks({portfolio:e,query:t}){return H(Es,{title:`Deficient by coverage`,area:`coverages`,what:`the coverages`,query:t,children:({complianceSummary:t})=>H(Js,{caption:`Coverage`,reasons:t.byCoverageType.flatMap(({coverageTypeId:t,coverageType:n,byVerdict:r})=>qs(r,n.name,Z(e,{verdict:`deficient`,coverageType:t})))})})}function qs(e,t,n){return e.filter(({verdict:e})=>e===`deficient`).map(({cases:e,loanAmounts:r})=>({name:t,to:n,cases:e,loanAmounts:r}))}function Js({caption:e,reasons:t}){if(t.length===0)return H(ci,{children:`No case is deficient.`});let n=t.toSorted((e,t)=>$(t.loanAmounts)-$(e.loanAmounts)||t.cases-e.cases),r=n.slice(Ws);return H(C,{children:[H(Ys,{caption:e,reasons:n.slice(0,Ws),largest:$(n[0].loanAmounts)}),r.length>0&&H(`details`,{children:[H(`summary`,{children:`${r.length} more`}),H(Ys,{caption:e,reasons:r,largest:$(n[0].loanAmounts)})]})]})}function Ys({caption:e,reasons:t,largest:n}){return H(`div`,{class:`scroll`,children:H(`table`,{class:`dense`,children:[H(`thead`,{children:H(`tr`,{children:[H(`th`,{scope:`col`,children:e}),H(`th`,{scope:`col`,class:`number`,children:`Cases`}),H(`th`,{scope:`col`,class:`number`,children:`Loans`}),H(`th`,{scope:`col`,class:`wide`,children:H(`span`,{class:`hidden`,children:`Size`})})]})}),H(`tbody`,{children:t.map(({name:e,to:t,cases:r,loanAmounts:i})=>H(`tr`,{children:[H(`th`,{scope:`row`,children:e}),H(`td`,{class:`number`,children:H(Q,{value:r,to:t,of:`deficient cases: ${e}`})}),H(`td`,{class:`number`,children:H(Cs,{values:i,to:t,of:`deficient cases: ${e}`})}),H(`td`,{class:`wide`,children:H(Ts,{part:$(i),whole:n,tone:`deficient`})})]},e))})]})})}var Xs=[{title:`Over 30 days late`,span:{to:-30}},{title:`1 to 30 days late`,span:{from:-30,to:0}},{title:`Due in 7 days`,span:{from:0,to:7}},{title:`All open`,span:{}}],Zs=Object.keys(jt),Qs=[...Pt];function $s(){return{late:Fr(ea,{state:Qs,a:Ss(Xs[0].span),b:Ss(Xs[1].span)}),open:Fr(ea,{state:Qs,a:Ss(Xs[2].span),b:Ss(Xs[3].span)})}}function ec({portfolio:e,queries:t}){return H(Es,{title:`Open tasks`,area:`tasks`,what:`the tasks`,query:t.open,aside:H(Y,{to:bs(e,{}),children:`All open tasks`}),children:n=>H(tc,{portfolio:e,late:t.late.data,open:n})})}function tc({portfolio:e,late:t,open:n}){let r=Zs.map(e=>({type:e,totals:[t?.[`a_${e}`],t?.[`b_${e}`],n[`a_${e}`],n[`b_${e}`]].map(e=>e?.pageInfo.total??0)})).filter(({totals:e})=>e.some(e=>e>0));if(r.length===0)return H(ci,{children:`No task is open.`});let i=Xs.map((e,t)=>r.reduce((e,{totals:n})=>e+n[t],0));return H(`div`,{class:`scroll`,children:H(`table`,{class:`dense`,children:[H(`thead`,{children:H(`tr`,{children:[H(`th`,{scope:`col`,children:`Task`}),Xs.map(({title:e})=>H(`th`,{scope:`col`,class:`number`,children:e},e))]})}),H(`tbody`,{children:[r.map(({type:t,totals:n})=>H(nc,{portfolio:e,name:jt[t],type:t,totals:n},t)),H(nc,{portfolio:e,name:`All types`,totals:i})]})]})})}function nc({portfolio:e,name:t,type:n,totals:r}){return H(`tr`,{class:n?void 0:`sum`,children:[H(`th`,{scope:`row`,children:t}),Xs.map(({title:i,span:a},o)=>H(`td`,{class:`number`,children:H(Q,{value:r[o],to:bs(e,a,n),of:`tasks: ${t}, ${i.toLowerCase()}`})},i))]})}function rc({portfolio:e,query:t}){return H(Es,{title:`Not in compliance`,area:`uninsured`,what:`the verdicts`,query:t,children:({complianceSummary:t,withoutProfile:n,all:r})=>H(C,{children:[H(ic,{portfolio:e,summary:t,notJudged:r.pageInfo.total-t.cases}),H(ac,{portfolio:e,summary:t,withoutProfile:n.pageInfo.total})]})})}function ic({portfolio:e,summary:t,notJudged:n}){let r=n>0?` ${z(n,`case is`,`cases are`)} not judged.`:``,i=t.byVerdict.find(({verdict:e})=>e===`deficient`);if(!i||i.cases===0)return H(`p`,{class:`lead`,children:[H(`span`,{class:`huge good`,children:`$0`}),` No case is deficient.`,r]});let a=Z(e,{verdict:`deficient`}),o=Math.round(100*$(i.loanAmounts)/$(t.loanAmounts));return H(`p`,{class:`lead`,children:[H(Y,{to:a,class:`huge bad`,"aria-label":`Loans of ${z(i.cases,`deficient case`)}`,children:H(ws,{values:i.loanAmounts})}),H(`span`,{children:[`in `,H(Y,{to:a,children:z(i.cases,`case`)}),` of `,H(Y,{to:Z(e,{profile:!0}),children:ht(t.cases)}),Number.isFinite(o)&&`, ${o}% of the loans judged`,`.`,r]})]})}function ac({portfolio:e,summary:t,withoutProfile:n}){let r=$(t.loanAmounts),i=wt.flatMap(e=>t.byVerdict.find(t=>t.verdict===e)??[]);return H(`div`,{class:`scroll`,children:H(`table`,{class:`dense`,children:[H(`caption`,{class:`hidden`,children:`Cases and their loans by verdict`}),H(`thead`,{children:H(`tr`,{children:[H(`th`,{scope:`col`,children:`Verdict`}),H(`th`,{scope:`col`,class:`number`,children:`Cases`}),H(`th`,{scope:`col`,class:`number`,children:`Loans`}),H(`th`,{scope:`col`,class:`wide`,children:`Share`})]})}),H(`tbody`,{children:[i.map(t=>H(oc,{portfolio:e,share:t,all:r},t.verdict)),H(`tr`,{children:[H(`th`,{scope:`row`,children:`No risk profile`}),H(`td`,{class:`number`,children:H(Q,{value:n,to:Z(e,{profile:!1}),of:`cases without a risk profile`})}),H(`td`,{class:`number quiet`,children:`–`}),H(`td`,{class:`wide`})]})]})]})})}function oc({portfolio:e,share:t,all:n}){let r=Z(e,{verdict:t.verdict,...t.verdict===`notApplicable`&&{profile:!0}}),i=`cases, ${V(St,t.verdict).toLowerCase()}`;return H(`tr`,{children:[H(`th`,{scope:`row`,children:H(ei,{value:t.verdict})}),H(`td`,{class:`number`,children:H(Q,{value:t.cases,to:r,of:i})}),H(`td`,{class:`number`,children:H(Cs,{values:t.loanAmounts,to:r,of:i})}),H(`td`,{class:`wide`,children:H(Ts,{part:$(t.loanAmounts),whole:n,tone:t.verdict})})]})}function sc(){let e=Cr(),t=es.value?.find(t=>t.id===e),n=t?ns(t):`Board`;ms(n);let r=Fr(Zi,{}),i=js(),a=Ms(),o=$s(),s=Fr(ta,{}),c=r.data?.all.pageInfo.total===0;return H(C,{children:[H(`div`,{class:`head`,children:[H(`h1`,{children:n}),H(cr,{query:cc([r,i,a,o.late,o.open,s])})]}),c&&H(gs,{portfolio:t}),H(`div`,{class:`board`,hidden:c,children:[H(rc,{portfolio:e,query:r}),H(Gs,{portfolio:e,query:r}),H(Ks,{portfolio:e,query:r}),H(`div`,{class:`stack at-left`,children:[H(Ns,{portfolio:e,ending:i,weekly:a}),H(ec,{portfolio:e,queries:o})]}),H(`div`,{class:`stack at-right`,children:[H(Is,{portfolio:e,ending:i}),H(Rs,{portfolio:e,query:s})]})]})]})}function cc(e){let t=e.filter(({data:e})=>e!==void 0).toSorted((e,t)=>e.since.getTime()-t.since.getTime())[0],n=e.find(({stale:e})=>e)??t??e[0],r=async()=>void await Promise.all(e.map(e=>e.reload()));return{...n,since:t?.since??n.since,loading:e.some(({loading:e})=>e),reload:r}}var lc=3,uc=5;async function dc(e,t,n=0){let r={status:_s,state:[...Pt],today:B(),d0:B(),d30:B(30)};try{return await Or(na,r,{portfolio:e,signal:t})}catch(r){let i=J(r).retryAfter;if(t.aborted||!i||n>=uc)throw r;return await new Promise(e=>setTimeout(e,1e3*i)),dc(e,t,n+1)}}function fc(e){let t=Gn(e.map(e=>({portfolio:e}))),n=Gn([]),r=Gn(0),i=Kn(()=>n.value.length+r.value),a=Gn(new AbortController),o=e=>{t.value=t.value.map(t=>t.portfolio.id===e.portfolio.id?{...e.error&&t,...e}:t)};async function s(){let[e,...t]=n.value;if(e&&!a.value.signal.aborted){n.value=t,r.value++;try{o({portfolio:e,data:await dc(e.id,a.value.signal),since:new Date})}catch(t){o({portfolio:e,error:J(t)})}r.value--,await s()}}async function c(e=()=>!0){let i=t.value.filter(e).map(({portfolio:e})=>e);n.value=[...new Set([...n.value,...i])],await Promise.all(Array.from({length:lc-r.value},s))}return F(()=>(c(),()=>a.value.abort()),[]),pc(t,i,c),{rows:t,left:i,reload:c}}function pc(e,t,n){let r=e=>Rr(e.error)!==void 0,i=t.value>0?void 0:Rr(e.value.find(r)?.error);F(()=>{if(i===void 0)return;let e=setTimeout(()=>void n(r),i);return()=>clearTimeout(e)},[i,t.value])}function mc({rows:e,retry:t}){return H(`div`,{class:`scroll`,children:H(`table`,{class:`dense`,children:[H(`thead`,{children:H(`tr`,{children:[H(`th`,{scope:`col`,children:`Lender`}),H(`th`,{scope:`col`,class:`number`,children:`Not in compliance`}),H(`th`,{scope:`col`,class:`number`,children:`Deficient cases`}),H(`th`,{scope:`col`,class:`number`,children:`Outstanding`}),H(`th`,{scope:`col`,class:`number`,children:`Cases checked`}),H(`th`,{scope:`col`,class:`number`,children:`Policies ending in 30 days`}),H(`th`,{scope:`col`,class:`number`,children:`Late tasks`}),H(`th`,{scope:`col`,class:`number`,children:`Open tasks`}),H(`th`,{scope:`col`,class:`number`,children:`Failed notices`})]})}),H(`tbody`,{children:e.map(e=>H(`tr`,{children:[H(`th`,{scope:`row`,children:H(Y,{to:q(e.portfolio.id),children:e.portfolio.lenderName})}),H(hc,{row:e,retry:()=>t(e)})]},e.portfolio.id))})]})})}function hc({row:e,retry:t}){return!e.data&&e.error?H(`td`,{colSpan:8,children:[H(`span`,{class:`bad`,role:`alert`,children:e.error.message}),` `,H(`button`,{type:`button`,class:`link`,onClick:t,children:`Try again`})]}):e.data?H(gc,{id:e.portfolio.id,data:e.data}):H(`td`,{colSpan:8,class:`quiet`,children:`Waiting…`})}function gc({id:e,data:t}){let{complianceSummary:n,ending:r,late:i,open:a,failed:o}=t,s=e=>n.byVerdict.find(t=>t.verdict===e),c=[[s(`deficient`)?.cases??0,Z(e,{verdict:`deficient`}),`deficient cases`],[s(`unknown`)?.cases??0,Z(e,{verdict:`unknown`}),`cases outstanding`],[n.cases,Z(e,{profile:!0}),`cases checked`],[r.pageInfo.total,ys(e,{from:0,to:30}),`policies that end within 30 days`],[i.pageInfo.total,bs(e,{to:0}),`late tasks`],[a.pageInfo.total,bs(e,{}),`open tasks`],[o.pageInfo.total,xs(e),`failed notices`]];return H(C,{children:[H(`td`,{class:`number`,children:H(Cs,{values:s(`deficient`)?.loanAmounts??[],to:Z(e,{verdict:`deficient`}),of:`deficient cases`})}),c.map(([e,t,n])=>H(`td`,{class:`number`,children:H(Q,{value:e,to:t,of:n})},n))]})}var _c=[[`live`,`Live portfolios`],[`test`,`Test portfolios`]];function vc(){ms(`All portfolios`);let e=es.value??[],t=fc(e),n=t.rows.value;return H(C,{children:[H(`div`,{class:`head`,children:[H(`h1`,{children:`All portfolios`}),H(yc,{left:t.left.value,all:e.length}),H(cr,{query:Cc(t)})]}),e.length===0&&H(ci,{children:[`There is no portfolio yet. `,H(`code`,{children:`covertrack org create`}),` makes an organization with a live and a test portfolio.`]}),H(`div`,{class:`stack`,children:_c.map(([e,r])=>H(bc,{title:r,rows:n.filter(({portfolio:t})=>t.mode===e),retry:e=>void t.reload(t=>t.portfolio.id===e.portfolio.id)},e))})]})}function yc({left:e,all:t}){return e===0?null:H(`p`,{class:`loading`,role:`status`,children:[`Reading `,ht(t-e),` of `,ht(t),`… `,H(`progress`,{value:t-e,max:t,"aria-hidden":`true`})]})}function bc({title:e,rows:t,retry:n}){if(t.length===0)return null;let r=t.flatMap(({data:e})=>e??[]),i=r.flatMap(({complianceSummary:e})=>e.byVerdict.filter(({verdict:e})=>e===`deficient`)),a=Hs(i.flatMap(({loanAmounts:e})=>e)),o=i.reduce((e,t)=>e+t.cases,0),s=Hs(r.flatMap(({complianceSummary:e})=>e.loanAmounts));return H(`section`,{class:`card`,"aria-label":e,children:[H(`h2`,{children:e}),r.length>0&&H(`p`,{class:`lead`,children:[H(`span`,{class:`huge ${o>0?`bad`:`good`}`,children:H(ws,{values:a})}),H(`span`,{children:[`not in compliance, in `,H(`strong`,{children:z(o,`case`)}),`, of `,H(ws,{values:s}),r.length<t.length&&`: ${r.length} of ${z(t.length,`portfolio`)} read`]})]}),H(mc,{rows:t.toSorted(Sc),retry:n})]})}function xc(e){return e.data?.complianceSummary.byVerdict.find(({verdict:e})=>e===`deficient`)}function Sc(e,t){let n=e=>e.data?$(xc(e)?.loanAmounts??[]):-1;return n(t)-n(e)||e.portfolio.lenderName.localeCompare(t.portfolio.lenderName)}function Cc({rows:e,left:t,reload:n}){let r=e.value.flatMap(({since:e})=>e??[]).sort((e,t)=>e.getTime()-t.getTime()),i=e.value.find(({data:e,error:t})=>e&&t);return{data:r[0],since:r[0]??new Date,loading:t.value>0,stale:i!==void 0,reload:()=>n(),...i?.error&&{error:i.error}}}var wc=[{part:`people`,name:`People`,what:`Who signs in, with which roles, and when they came last. Suspend and reactivate them.`,needs:`ADMINISTER_PEOPLE`,screen:L(()=>R(()=>import(`./people-D9xIxNeF.js`).then(e=>e.People),__vite__mapDeps([0,1,2])))},{part:`roles`,name:`Roles`,what:`What each role may do.`,needs:`ADMINISTER_PEOPLE`,screen:L(()=>R(()=>import(`./roles-xWXicUKb.js`).then(e=>e.Roles),__vite__mapDeps([3,2])))},{part:`letters`,name:`Letters`,what:`How letters to borrowers and brokers are worded, with a preview for a policy of yours.`,needs:`ADMINISTER_LETTERS`,screen:L(()=>R(()=>import(`./letters-DbvyGoRl.js`).then(e=>e.Letters),__vite__mapDeps([4,2,5,6])))},{part:`profiles`,name:`Risk profiles`,what:`What you require of a loan’s insurance: drafts, a trial on your cases, and what is published.`,needs:`SET_REQUIREMENTS`},{part:`webhooks`,name:`Webhooks`,what:`Programs that are told of events: their addresses, secrets and deliveries.`,needs:`ADMINISTER_WEBHOOKS`,screen:L(()=>R(()=>import(`./webhooks-DqLd9l9v.js`).then(e=>e.Webhooks),__vite__mapDeps([7,5,8,9,1,6,2])))},{part:`service-accounts`,name:`Service accounts`,what:`Programs that use the API: what they may do, and until when.`,needs:`ADMINISTER_TOKENS`,screen:L(()=>R(()=>import(`./accounts-BG6SxaeL.js`).then(e=>e.Accounts),__vite__mapDeps([10,8,5,6,2])))},{part:`imports`,name:`Imports`,what:`Records out of CSV and Excel files: tried, written, released, undone.`,needs:`READ`,screen:L(()=>R(()=>import(`./imports-DWdtbRun.js`).then(e=>e.Imports),__vite__mapDeps([11,12,13,2,14,15,5,6,16,1,17])))},{part:`exports`,name:`Exports`,what:`The portfolio as files for a warehouse or an examiner: now, or regularly.`,needs:`READ`,screen:L(()=>R(()=>import(`./exports-7B3OGB9v.js`).then(e=>e.Exports),__vite__mapDeps([18,13,2,14,16,15,6])))},{part:`quotas`,name:`Quotas`,what:`How much room this portfolio uses, how much it may use, and your plan.`,needs:`SEE_ORGANIZATIONS`,screen:L(()=>R(()=>import(`./quotas-CADxFt81.js`).then(e=>e.t).then(e=>e.Quotas),__vite__mapDeps([15,2])))}];function Tc({part:e,screen:t},n){let r=[...t?[`administration`]:[],e,...n?[n]:[]];return q(Cr()??``,...r)}var Ec=(e,t)=>q(Cr()??``,`administration`,e,t);async function Dc(){let[,e]=/^#link=(.+)$/.exec(location.hash)??[];if(e){history.replaceState(null,``,location.pathname+location.search);try{await cs({link:decodeURIComponent(e)});return}catch(e){return J(e)}}}function Oc({refusal:e}){ms(`Sign in`);let t=ds.value;return H(`main`,{class:`signin`,children:[H(`h1`,{children:`covertrack`}),e&&H(`p`,{class:`problem`,children:`This link cannot be used any more. Links are valid for two minutes, and once. Sign in below.`}),t&&H(`p`,{role:`status`,children:[`You are signed out here. `,H(`a`,{href:t.address,children:[`Sign out of `,t.provider,` too`]})]}),H(Ac,{leave:e=>location.assign(e)})]})}function kc(){let e=I(null),[t,n]=P(!1);return F(()=>e.current?.showModal(),[]),F(()=>{if(!t)return;let e=()=>{ss().then(()=>Zn.value=!1,()=>void 0)};return addEventListener(`focus`,e),()=>removeEventListener(`focus`,e)},[t]),H(`dialog`,{ref:e,"aria-label":`Sign in again`,onCancel:e=>e.preventDefault(),children:[H(`h2`,{children:`Your session has ended`}),Qn.value&&H(`p`,{children:Qn.value}),H(`p`,{children:`Sign in again to go on. What you typed is still there.`}),t&&H(`p`,{role:`status`,children:`Sign in in the other tab, then come back to this one.`}),H(Ac,{leave:e=>{n(!0),open(e,`_blank`,`noopener`)}})]})}function Ac({leave:e}){let[t,n]=P(),[r,i]=P();if(F(()=>{ls().then(n,e=>i(J(e).message))},[]),r)return H(`p`,{class:`problem`,children:r});if(!t)return H(si,{});let a=t.addresses||t.provider!==null;return H(C,{children:[t.refusal&&H(`p`,{class:`problem`,role:`alert`,children:t.refusal}),a&&H(jc,{options:t,leave:e}),t.tokens&&!a&&H(Nc,{isFirst:!0}),t.tokens&&a&&H(`details`,{children:[H(`summary`,{children:`Sign in with a staff token`}),H(Nc,{})]}),!t.tokens&&!a&&H(`p`,{children:`Nobody can sign in here yet: the operator has to add an identity provider.`})]})}function jc({options:e,leave:t}){let[n,r]=P(``),[i,a]=P(!1),[o,s]=P(),c=I(null);F(()=>c.current?.focus(),[]);async function l(e){e.preventDefault(),a(!0),s(void 0);try{t(await us(n.trim()))}catch(e){let t=J(e);s(t.status===429?`Too many tries. Wait a minute, then try again.`:t.message)}a(!1)}return e.addresses?H(`form`,{onSubmit:e=>void l(e),children:[H(qr,{label:`Work address`,hint:`It leads to your company’s sign-in.`,error:o,children:H(`input`,{ref:c,type:`email`,autocomplete:`email`,spellcheck:!1,required:!0,maxLength:254,value:n,onInput:e=>r(e.currentTarget.value)})}),H(`button`,{type:`submit`,class:`primary`,disabled:i,children:i?`One moment…`:`Go on`})]}):H(`form`,{onSubmit:e=>void l(e),children:[H(`button`,{ref:c,type:`submit`,class:`primary`,disabled:i,children:[`Sign in with `,e.provider]}),o&&H(`p`,{class:`error`,role:`alert`,children:o})]})}var Mc={401:`This token is not valid: it may be mistyped, expired or revoked, or not for use from here.`,403:`This token opens no console. Use a token of the operator’s staff.`,429:`Too many tries. Wait a minute, then try again.`};function Nc({isFirst:e=!1}){let[t,n]=P(``),[r,i]=P(!1),[a,o]=P(),s=I(null);F(()=>{e&&s.current?.focus()},[]);async function c(e){e.preventDefault(),i(!0),o(void 0);try{await cs({token:t.trim()})}catch(e){let t=J(e);o(Mc[t.status]??t.message),i(!1)}}return H(`form`,{onSubmit:e=>void c(e),children:[H(qr,{label:`Staff token`,hint:`It is sent once, and not kept in the browser.`,error:a,children:H(`input`,{ref:s,type:`password`,autocomplete:`off`,spellcheck:!1,required:!0,value:t,onInput:e=>n(e.currentTarget.value)})}),H(`button`,{type:`submit`,class:`primary`,disabled:r,children:r?`Signing in…`:`Sign in`})]})}var Pc=/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi,Fc=/^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i,Ic=/request[-_]?id["']?\s*[:=]\s*["']?([\w.-]{1,128})/i,Lc=/^(?:loan|policy|case)(?:\s*(?:number|no\.?|#))?\s*[:=#]\s*/i,Rc=[[/(?:live|test|staff)_[0-9a-z]{20}/i,`the text of a token`],[/whsec_\S/i,`the secret of a webhook endpoint`],[/\/evidence\/(?!form\/|files\/)[\w-]{20}/i,`the address of an evidence page`],[/\/console\/?#link=/i,`a link that signs in`]];function zc(e){let t=e.replace(/[\u200b\ufeff]/g,``).trim();if(t===``)return{kind:`nothing`};let n=Rc.find(([e])=>e.test(t));if(n)return{kind:`secret`,what:n[1]};let r=Ic.exec(t)?.[1]??t,i=Vc(r);if(i)return{kind:`id`,id:i};let a=r.replace(Lc,``).replace(/^["'`](.*?)["'`],?$/,`$1`).trim();return{kind:`text`,text:a,mayBeRequest:/^[\w.-]{1,128}$/.test(a)}}function Bc(e){let t=zc(e);return t.kind===`secret`?{secret:t.what}:t.kind===`nothing`?void 0:{q:t.kind===`id`?t.id:t.text}}function Vc(e){let t=(/^https?:\/\//i.test(e)?e.split(/[?#]/,1)[0]:e).match(Pc)??e.match(Pc)??Fc.exec(e)?.slice(1);if(t)return(t.length===5&&t[0].length===8?t.join(`-`):t[t.length-1]).toLowerCase()}function Hc(e,t,n){let r=e.getTime()+36e5,i=e=>new Date(r-e*31*864e5).toISOString();return Array.from({length:n},(e,n)=>({from:i(t+n+1),to:i(t+n)}))}var Uc=[[``,`Board`],[`cases`,`Cases`],[`policies`,`Policies`],[`tasks`,`Tasks`],[`waivers`,`Exceptions`],[`profiles`,`Profiles`],[`deliveries`,`Deliveries`],[`administration`,`Admin`]],Wc=([e])=>e!==`administration`||wc.some(({needs:e,screen:t})=>t&&is(e));function Gc({children:e}){let{path:t,route:n,url:r}=nt(),i=I(null),a=I(!0);return mr(n),je(_r,[r]),F(Kc,[]),F(()=>{a.current||i.current?.focus({preventScroll:!0}),a.current=!1},[t]),H(C,{children:[H(`a`,{class:`skip`,href:`#main`,children:`Skip to the page`}),H(`header`,{class:`top`,children:[H(Y,{to:q(),class:`brand`,children:`covertrack`}),H(Jc,{}),H(Yc,{path:t}),H(Xc,{}),H(Zc,{})]}),!Xn.value&&H(`p`,{class:`offline`,role:`alert`,children:`The connection is lost. What is shown may be out of date; the page reconnects automatically.`}),H(`main`,{id:`main`,tabIndex:-1,ref:i,children:e})]})}function Kc(){let e=e=>{if(!qc(e)||document.querySelector(`dialog[open]`))return;e.preventDefault();let t=document.querySelector(`main .seek`)??document.querySelector(`.lookup input`);t?.focus(),t?.select()};return document.addEventListener(`keydown`,e),()=>document.removeEventListener(`keydown`,e)}function qc(e){if(e.key.toLowerCase()===`k`)return(e.ctrlKey||e.metaKey)&&!e.altKey&&!e.shiftKey;let t=e.target.closest(`input, select, textarea`)!==null;return e.key===`/`&&!t&&!e.ctrlKey&&!e.metaKey&&!e.altKey}function Jc(){let e=Cr(),{path:t}=nt(),n=Uc.find(([e])=>e&&t.split(`/`)[3]===e)?.[0],r=e=>hr(e?n?q(e,n):q(e):q());return H(`select`,{"aria-label":`Portfolio`,value:e??``,onChange:e=>r(e.currentTarget.value),children:[H(`option`,{value:``,children:`All portfolios`}),es.value?.map(e=>H(`option`,{value:e.id,children:ns(e)},e.id))]})}function Yc({path:e}){let t=Cr();if(!t)return H(`nav`,{"aria-label":`Screens`});let n=e.split(`/`)[3]??``;return H(`nav`,{"aria-label":`Screens`,children:Uc.filter(Wc).map(([e,r])=>H(`a`,{href:e?q(t,e):q(t),"aria-current":e===n?`page`:void 0,children:r},e))})}function Xc(){let e=I(null);return H(`form`,{role:`search`,class:`lookup`,onSubmit:t=>{t.preventDefault();let n=Bc(e.current.value);n&&(e.current.value=``,hr(q(`look-up`,n)))},children:H(`input`,{ref:e,type:`search`,name:`q`,"aria-label":`Look up any id or loan number`,"aria-keyshortcuts":`/ Control+K`,placeholder:`Look up an id or loan number`,title:`Press / or Ctrl-K`})})}function Zc(){let{name:e}=rs.value,t=os()?`may write`:`reads only`;return H(`div`,{class:`person`,children:[H(`span`,{title:`Signed in as ${e}, who ${t}`,children:[e,` `,!os()&&H(`span`,{class:`quiet`,children:t})]}),H(`button`,{type:`button`,onClick:()=>void fs(),children:`Sign out`})]})}function Qc(){return ms(`No such page`),H(ci,{children:[`There is no such page. `,H(Y,{to:q(),children:`Open the board`})]})}var $c=[[`/console`,vc],[`/console/look-up`,L(()=>R(()=>import(`./lookup-BlEIEeZT.js`).then(e=>e.LookUp),__vite__mapDeps([19,20,21,22,23])))],[`/console/:portfolio`,sc],[`/console/:portfolio/cases`,L(()=>R(()=>import(`./cases-V9LMI9Cx.js`).then(e=>e.Cases),__vite__mapDeps([24,25,12,23,13])))],[`/console/:portfolio/cases/:id`,L(()=>R(()=>import(`./case-C0klKvED.js`).then(e=>e.CaseScreen),__vite__mapDeps([26,27,28,5,29,30,31,16,17,12,32,6,33,22])))],[`/console/:portfolio/new-case`,L(()=>R(()=>import(`./new-case-QpinBEld.js`).then(e=>e.NewCase),__vite__mapDeps([34,32,5,29,6,17,16,35])))],[`/console/:portfolio/policies/:id/correct`,L(()=>R(()=>import(`./correct-DQwtKiBE.js`).then(e=>e.CorrectPolicy),__vite__mapDeps([36,5,35,6,32,29])))],[`/console/:portfolio/policies`,L(()=>R(()=>import(`./policies-CLK3p2ZK.js`).then(e=>e.Policies),__vite__mapDeps([37,25,12,23,13])))],[`/console/:portfolio/policies/:id`,L(()=>R(()=>import(`./policy--LdoDav-.js`).then(e=>e.PolicyScreen),__vite__mapDeps([38,28,5,27,29,21,39,40])))],[`/console/:portfolio/tasks`,L(()=>R(()=>import(`./tasks-CnIMEJEf.js`).then(e=>e.Tasks),__vite__mapDeps([41,1,33,28,5,22,31,16,20,21,40])))],[`/console/:portfolio/waivers`,L(()=>R(()=>import(`./waivers-CQyP5BOF.js`).then(e=>e.Waivers),__vite__mapDeps([42,25,12,23,13,30,31,16])))],[`/console/:portfolio/profiles`,L(()=>R(()=>import(`./profiles-FwM0XsEf.js`).then(e=>e.Profiles),__vite__mapDeps([43,13])))],[`/console/:portfolio/profiles/:id`,L(()=>R(()=>import(`./profile-zCMHy-rK.js`).then(e=>e.ProfileScreen),__vite__mapDeps([44,43,13])))],[`/console/:portfolio/deliveries`,L(()=>R(()=>import(`./deliveries-T0I2YKl-.js`).then(e=>e.Deliveries),__vite__mapDeps([45,1,39,21,9])))],[`/console/:portfolio/administration`,L(()=>R(()=>import(`./administration-CQ85tGtI.js`).then(e=>e.Administration),__vite__mapDeps([46,2])))],...wc.flatMap(({part:e,screen:t})=>t?[[`/console/:portfolio/administration/${e}/:id?`,t]]:[])];function el(){let e=rl();return e.refusal&&e.refusal.status!==401?H(ur,{refusal:e.refusal,retry:e.again}):e.loading?H(si,{}):rs.value?H(Je,{scope:`/console`,children:[H(Gc,{children:H(ot,{children:H(Xe,{children:[$c.map(([e,t])=>H(tt,{path:e,component:nl(t)},e)),H(tt,{default:!0,component:Qc})]})})}),Zn.value&&H(kc,{})]}):H(Oc,{...e.linkRefusal&&{refusal:e.linkRefusal}})}var tl=new Map;function nl(e){return tl.has(e)||tl.set(e,({params:t})=>H(e,{},Object.values(t??{}).join(`/`))),tl.get(e)}function rl(){let[e,t]=P({loading:!0});async function n(){t({loading:!0});let e=await Dc();try{await ss(),Zn.value=!1,t({loading:!1})}catch(n){Zn.value=!1,t({loading:!1,refusal:J(n),...e&&{linkRefusal:e}})}}return F(()=>void n(),[]),{...e,again:()=>void n()}}me(H(el,{}),document.getElementById(`app`));export{_i as $,si as $n,qt as $r,da as $t,Za as A,gt as Ai,qo as An,cr as Ar,ja as At,Oi as B,F as Bi,Ja as Bn,Qt as Br,bo as Bt,Wa as C,wt as Ci,jo as Cn,q as Cr,lo as Ct,wa as D,V as Di,Lo as Dn,xr as Dr,La as Dt,Ta as E,zt as Ei,la as En,Cr as Er,xa as Et,Oo as F,pt as Fi,Ya as Fn,Xn as Fr,to as Ft,ro as G,Ne as Gi,Zo as Gn,Dt as Gr,Do as Gt,ua as H,Pe as Hi,qa as Hn,Vt as Hr,Ao as Ht,wo as I,vt as Ii,So as In,K as Ir,Ka as It,Ca as J,he as Ji,Xo as Jn,Tt as Jr,Bo as Jt,Aa as K,Me as Ki,Ki as Kn,Jt as Kr,Fi as Kt,fi as L,R as Li,Na as Ln,H as Lr,Ri as Lt,Qa as M,xt as Mi,Go as Mn,or as Mr,ho as Mt,sa as N,bt as Ni,Ko as Nn,nr as Nr,$a as Nt,Ea as O,ht as Oi,Vi as On,Sr as Or,Fa as Ot,Ai as P,B as Pi,ao as Pn,ir as Pr,eo as Pt,mi as Q,Y as Qn,Ht as Qr,Hi as Qt,vi as R,nt as Ri,Ga as Rn,sn as Rr,zi as Rt,za as S,St as Si,Ii as Sn,hr as Sr,po as St,Oa as T,Bt as Ti,ra as Tn,yr as Tr,Ia as Tt,xi as U,I as Ui,Bi as Un,en as Ur,Eo as Ut,qi as V,je as Vi,Ua as Vn,Yt as Vr,ko as Vt,Yi as W,P as Wi,Da as Wn,rn as Wr,xo as Wt,oo as X,ri as Xn,Lt as Xr,Fo as Xt,Io as Y,ai as Yn,tn as Yr,Mo as Yt,Wo as Z,ci as Zn,Ut as Zr,Gi as Zt,Pa as _,Nt as _i,ya as _n,zr as _r,ba as _t,wc as a,an as ai,ji as an,$r as ar,go as at,Ro as b,$t as bi,Po as bn,Dr as br,fo as bt,as as c,Pt as ci,ca as cn,Kr as cr,Ci as ct,rs as d,nn as di,zo as dn,Ur as dr,wi as dt,Zt as ei,no as en,ni as er,yi as et,ns as f,kt as fi,io as fn,Wr as fr,Ei as ft,di as g,Mt as gi,Sa as gn,Fr as gr,Ui as gt,Ho as h,Ft as hi,hi as hn,Rr as hr,Pi as ht,Tc as i,At as ii,oa as in,ei as ir,Ba as it,Xa as j,_t as ji,Vo as jn,er as jr,Yo as jt,yo as k,z as ki,Jo as kn,ur as kr,ki as kt,os as l,Et as li,so as ln,Br as lr,Di as lt,Qo as m,un as mi,Mi as mn,J as mr,Ha as mt,zc as n,Xt as ni,Uo as nn,ii as nr,Va as nt,Ec as o,dn as oi,ha as on,Jr as or,aa as ot,es as p,Rt as pi,Li as pn,Hr as pr,Si as pt,ka as q,C as qi,Ni as qn,Ot as qr,No as qt,Hc as r,Kt as ri,va as rn,oi as rr,_o as rt,ms as s,It as si,pi as sn,qr as sr,ma as st,Bc as t,Gt as ti,pa as tn,ti as tr,gi as tt,is as u,ln as ui,ga as un,Vr as ur,Ti as ut,ia as v,jt as vi,Wi as vn,Tr as vr,uo as vt,fa as w,Wt as wi,vo as wn,br as wr,Ra as wt,_a as x,Ct as xi,Ji as xn,Er as xr,co as xt,Co as y,cn as yi,Xi as yn,Or as yr,mo as yt,bi as z,rt as zi,Ma as zn,on as zr,To as zt};